-- Scans, reductions and histograms with operators of the user's, against the loops in C++.

def linear (a1: f64, b1: f64) (a2: f64, b2: f64) : (f64, f64) = (a1 * a2, a2 * b1 + b2)
def later (x: f64, i: i64) (y: f64, j: i64) : (f64, i64) = if y > x then (y, j) else (x, i)
def segment (f: bool, x: f64) (g: bool, y: f64) : (bool, f64) = (f || g, if g then y else x + y)
def weigh (m1: f64, s1: f64) (m2: f64, s2: f64) : (f64, f64) =
  let m = f64.max m1 m2
  in (m, s1 * f64.exp (m1 - m) + s2 * f64.exp (m2 - m))

type complex = {re: f64, im: f64}
def times (a: complex) (b: complex) : complex =
  {re = a.re * b.re - a.im * b.im, im = a.re * b.im + a.im * b.re}

entry scan_linear [n] (as: [n]f64) (bs: [n]f64) : [n]f64 =
  map (.1) (scan linear (1, 0) (zip as bs))
entry scan_argmax [n] (xs: [n]f64) (_: [n]f64) : [n]i64 =
  map (.1) (scan later (f64.lowest, -1) (zip xs (iota n)))
entry scan_segment [n] (xs: [n]f64) (ys: [n]f64) : [n]f64 =
  map (.1) (scan segment (false, 0) (zip (map (> 0.9) ys) xs))
entry scan_complex [n] (xs: [n]f64) (ys: [n]f64) : [n]f64 =
  map (.re) (scan times {re = 1, im = 0} (map2 (\x y -> {re = x, im = y}) xs ys))

entry reduce_linear [n] (as: [n]f64) (bs: [n]f64) : f64 = (reduce linear (1, 0) (zip as bs)).1
entry reduce_argmax [n] (xs: [n]f64) (_: [n]f64) : i64 =
  (reduce later (f64.lowest, -1) (zip xs (iota n))).1
entry reduce_weigh [n] (xs: [n]f64) (ys: [n]f64) : f64 =
  (reduce weigh (f64.lowest, 0) (zip xs ys)).1
entry reduce_complex [n] (xs: [n]f64) (ys: [n]f64) : f64 =
  (reduce times {re = 1, im = 0} (map2 (\x y -> {re = x, im = y}) xs ys)).re

entry kept [n] (xs: [n]f64) (_: [n]f64) : []f64 = filter (> 0.5) xs
entry parted [n] (xs: [n]f64) (_: [n]f64) : [n]f64 =
  let (a, b) = partition (> 0.5) xs in a ++ b :> [n]f64

entry hist_capped [n] (k: i64) (is: [n]i64) (xs: [n]f64) : [k]f64 =
  reduce_by_index (replicate k 0) (\a b -> f64.min 10 (a + b)) 0 is xs
entry hist_logs [n] (k: i64) (is: [n]i64) (xs: [n]f64) : [k]f64 =
  reduce_by_index (replicate k 0)
                  (\a b -> f64.max a b + f64.log1p (f64.exp (-(f64.abs (a - b)))))
                  0 is xs
entry hist_pairs [n] (k: i64) (is: [n]i64) (xs: [n]f64) : [k]f64 =
  map (.0) (reduce_by_index (replicate k (0, f64.lowest))
                            (\(a, b) (c, d) -> (a + c, f64.max b d)) (0, f64.lowest)
                            is (zip xs xs))
