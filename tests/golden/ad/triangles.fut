-- Sums over triangles: of each place fewer numbers than of the one before. All are integers, so that
-- any order of additions gives the same.

def weighted [n] (ws: [n]f64) (xs: [n]f64) : f64 =
  f64.sum (map (\i -> loop s = 0 for j < i do s + ws[j] * xs[i]) (iota n))

def above [n] (ws: [n]f64) (xs: [n]f64) : f64 =
  f64.sum (map (\i -> f64.sum (map (\j -> ws[i + 1 + j] * xs[i]) (iota (n - i - 1)))) (iota n))

-- A product, so that what comes later is kept.
def product_below [n] (ws: [n]f64) : f64 =
  f64.sum (map (\i -> loop s = 1 for j < i do s * ws[j]) (iota n))

def numbers (n: i64) : [n]f64 = map (\i -> f64.i64 (i % 7 - 3)) (iota n)

-- Rows of triangles, packed.
def packed [n] [t] (ls: [t]f64) (xs: [n][6]f64) : f64 =
  f64.sum (map (\x -> loop total = 0 for i < 6 do
                        total + (loop s = x[i] for j < i do s + ls[i * (i - 1) / 2 + j] * x[j]))
               xs)

-- How far gradients are from what they are by hand.
-- ==
-- tags { threads }
-- entry: below_differs above_differs packed_differs
-- input { 0i64 } output { 0.0 }
-- input { 1i64 } output { 0.0 }
-- input { 63i64 } output { 0.0 }
-- input { 64i64 } output { 0.0 }
-- input { 515i64 } output { 0.0 }
-- input { 1100i64 } output { 0.0 }
def differs [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (\x y -> f64.abs (x - y)) a b)

entry below_differs (n: i64) : f64 =
  let xs = numbers n
  let behind = map (\j -> f64.sum (map (\i -> if i > j then xs[i] else 0) (iota n))) (iota n)
  in differs (vjp (\ws -> weighted ws xs) (numbers n) 1) behind

entry above_differs (n: i64) : f64 =
  let xs = numbers n
  let before = map (\j -> f64.sum (map (\i -> if i < j then xs[i] else 0) (iota n))) (iota n)
  in differs (vjp (\ws -> above ws xs) (numbers n) 1) before

entry packed_differs (n: i64) : f64 =
  let xs = map (\i -> map (\j -> f64.i64 ((i * 5 + j * 3) % 11 - 5)) (iota 6)) (iota n)
  let sums = map (\j -> f64.sum xs[:, j]) (iota 6)
  let expected = [sums[0], sums[0], sums[1], sums[0], sums[1], sums[2], sums[0], sums[1], sums[2],
                  sums[3], sums[0], sums[1], sums[2], sums[3], sums[4]]
  in differs (vjp (\ls -> packed ls xs) (replicate 15 1) 1) expected

-- Of all ones, place j is part of n - j - 1 products.
-- ==
-- entry: product_differs
-- input { 0i64 } output { 0.0 }
-- input { 65i64 } output { 0.0 }
-- input { 700i64 } output { 0.0 }
entry product_differs (n: i64) : f64 =
  differs (vjp product_below (replicate n 1) 1) (map (\j -> f64.i64 (n - j - 1)) (iota n))
