-- Operations that move numbers about: the derivative moves them back.

import "lib/check"

-- ==
-- entry: moving
-- input { } output { [true, true, true, true, true, true, true, true] }
entry moving =
  let square [n] (xs: [n]f64) = map (\x -> x * x) xs
  let m [k] (xs: [k]f64) : [2][3]f64 = unflatten (sized (2 * 3) xs)
  in [ agrees (\xs -> square xs ++ map f64.exp xs :> [6]f64) (some 3)
     , agrees (\xs -> square (rotate 2 xs)) (some 5)
     , agrees (\xs -> square (reverse xs)) (some 5)
     , agrees (\xs -> map f64.product (transpose (m xs))) (some 6)
     , agrees (\xs -> flatten (transpose (map square (m xs)))) (some 6)
     , agrees (\xs -> square (replicate 3 (xs[0] * xs[1]))) (some 2)
     , agrees (\xs -> [f64.sum (map2 (*) (flatten (replicate 2 xs) :> [6]f64) (xs ++ reverse xs :> [6]f64))]) (some 3)
     , agrees (\xs -> let a = unflatten_3d (sized (2 * 1 * 3) xs)
                      in map f64.product (map (flatten <-< transpose) a))
              (some 6)
     ]

-- Arrays written out, of scalars and of rows.
-- ==
-- entry: literals
-- input { } output { [true, true] }
entry literals =
  [ agrees (\xs -> [xs[0], xs[1] * xs[0], 3, xs[0]]) (some 2)
  , agrees (\xs -> flatten [xs, map (* xs[0]) xs, [1, 2]]) (some 2)
  ]

-- ==
-- entry: selecting
-- input { } output { [true, true] }
entry selecting =
  [ agrees (\xs -> [f64.product (filter (> 0.3) xs)]) (some 7)
  , agrees (\xs -> let (a, b) = partition (> 0.3) (map f64.sin xs) in [f64.sum a, f64.product b])
           (some 7)
  ]

-- Sorting by insertion, by merging columns of ranks, and by keys with values that go along.
-- ==
-- entry: sorting
-- input { } output { [true, true] }
entry sorting =
  let ranks [n] (xs: [n]f64) =
    map2 (\x i -> i64.sum (map2 (\y j -> i64.bool (y < x || (y == x && j < i))) xs (iota n))) xs (iota n)
  let sort_by [n] (keys: [n]f64) (values: [n]f64) = scatter (replicate n 0) (ranks keys) values
  let insertion [n] (xs: [n]f64) =
    loop ys = copy xs for i in 1..<n do
      let (ys, _) =
        loop (ys, j) = (ys, i) while j > 0 && ys[j - 1] > ys[j] do
          let (a, b) = (copy ys[j - 1], copy ys[j])
          in (ys with [j - 1] = b with [j] = a, j - 1)
      in ys
  let weigh [n] (xs: [n]f64) = map2 (\i x -> x * x * f64.i64 (i + 1)) (iota n) xs
  in [ agrees (\xs -> weigh (sort_by xs (map (* xs[0]) xs))) (some 6)
     , agrees (\xs -> weigh (insertion xs)) (some 6)
     ]

-- Integer lengths and numbers: `iota` and a range of floats made from it.
-- ==
-- entry: ranges
-- input { } output { [true] }
entry ranges =
  [ agrees (\xs -> map (\i -> xs[0] * f64.i64 i) (0..2..<8) :> [4]f64) (some 1) ]
