-- Generalised histograms, by operators with rules of their own and by any other.

import "lib/check"

def bins : [6]i64 = [1, 0, 1, 3, 7, -2]

-- ==
-- tags { threads }
-- entry: sums
-- input { } output { [true, true, true] }
entry sums =
  [ agrees (\xs -> hist (+) 0 4 bins (map (\x -> x * x) (sized 6 xs))) (some 6)
  , agrees (\xs -> reduce_by_index (map f64.exp xs[0:4]) (+) 0 bins (sized 6 xs)) (some 6)
  , agrees (\xs -> flatten (reduce_by_index (replicate 2 [0, 0]) (map2 (+)) [0, 0] [1, 0, 1]
                                            (unflatten (sized (3 * 2) (map f64.sin xs)))))
           (some 6)
  ]

-- ==
-- entry: others
-- input { } output { [true, true, true, true, true] }
entry others =
  let affine (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  in [ agrees (\xs -> reduce_by_index (map f64.exp xs[0:4]) (*) 1 bins (sized 6 xs)) (some 6)
     , agrees (\xs -> reduce_by_index (map (* 2) xs[0:4]) f64.max f64.lowest bins (sized 6 xs)) (some 6)
     , agrees (\xs -> reduce_by_index (map (* 2) xs[0:4]) f64.min f64.highest bins (sized 6 xs))
              (some 6)
     , agrees (\xs -> let (a, b) = unzip (reduce_by_index (zip xs[0:4] (xs[1:5] :> [4]f64)) affine (1, 0) bins
                                                          (zip (sized 6 xs) (reverse xs)))
                      in a ++ b :> [8]f64)
              (some 6)
     -- the operator has a variable of its own
     , agrees (\xs -> reduce_by_index (copy xs[0:4]) (\a b -> a + b + xs[2] * a * b) 0 bins
                                      (sized 6 xs))
              (some 6)
     ]

-- A product into a bin that holds 0, by 0, or by two of them.
-- ==
-- entry: zeros
-- input { } output { [true, true] }
entry zeros =
  let f (xs: [6]f64) = reduce_by_index (copy xs[0:2]) (*) 1 [0, 1, 0, 1] (xs[2:6] :> [4]f64)
  in [ agrees f [2, 0, 0, 3, 4, 5], agrees f [0, 2, 0, 0, 3, 0] ]

-- Bins that nothing falls into keep their derivative, whatever the operator does to the neutral
-- element (Futhark's compiler combines every bin with it).
-- ==
-- entry: untouched
-- input { [16.0, 1.0] }
-- output { [1.0, 0.0] }
entry untouched (dest: []f64) =
  let saturating (a: f64) (b: f64) = f64.min 10 (a + b)
  in vjp (\d -> f64.sum (reduce_by_index (copy d) saturating 0 [1] [20.0])) dest 1

-- ==
-- entry: two_dimensions
-- input { } output { [true, true] }
entry two_dimensions =
  let places = [(0i64, 1i64), (1, 1), (0, 1), (2, 0)]
  in [ agrees (\xs -> flatten (reduce_by_index_2d (copy (unflatten (sized (2 * 2) xs))) (+) 0 places
                                                  (map f64.sin (sized 4 xs))))
              (some 4)
     , agrees (\xs -> flatten (reduce_by_index_2d (copy (unflatten (sized (2 * 2) xs))) (*) 1 places
                                                  (map f64.sin (sized 4 xs))))
              (some 4)
     ]

-- Operators on each element of a row, and bins of two dimensions.
-- ==
-- entry: rows
-- input { } output { [true, true, true, true, true] }
entry rows =
  let three (xs: [6]f64) = unflatten (sized (3 * 2) xs)
  in [ agrees (\xs -> flatten (reduce_by_index (replicate 2 [0.1, 0.2]) (map2 f64.max) [f64.lowest, f64.lowest]
                                               [1, 0, 1] (three xs)))
              (some 6)
     , agrees (\xs -> flatten (reduce_by_index (copy (three xs)[0:2]) (map2 f64.min) [f64.highest, f64.highest]
                                               [1, 5, 1] (map (map (* 0.9)) (three xs))))
              (some 6)
     , agrees (\xs -> flatten (reduce_by_index (copy (three xs)[0:2]) (map2 (*)) [1, 1] [1, 0, 1] (three xs)))
              (some 6)
     , agrees (\xs -> flatten (reduce_by_index_2d (replicate 2 (replicate 2 (-9))) f64.max f64.lowest
                                                  [(0, 1), (1, 1), (0, 1), (1, 0), (2, 0), (0, -1)]
                                                  (sized 6 xs)))
              (some 6)
     , agrees (\xs -> flatten (reduce_by_index_2d (replicate 2 (replicate 2 xs[0])) (*) 1
                                                  [(0, 1), (1, 1), (0, 1), (1, 0), (2, 0), (0, -1)]
                                                  (sized 6 xs)))
              (some 6)
     ]

-- What a bin began with comes before values that are equal to it, and those in their order.
-- ==
-- entry: ties
-- input { [3f64, 1f64] [1i64, 0i64, 1i64, 0i64] [2f64, 3f64, 2f64, 0f64] }
-- output { [10f64, 0f64] [20f64, 0f64, 0f64, 0f64] }
entry ties (dest: [2]f64) (is: [4]i64) (vs: [4]f64) =
  vjp (\(dest, vs) -> reduce_by_index (copy dest) f64.max f64.lowest is vs) (dest, vs) [10, 20]

-- The same of rows, element by element; what is outside, and no number, takes nothing.
-- ==
-- entry: ties_of_rows
-- input { [[3f64, 1f64], [0f64, 5f64]] [1i64, 0i64, 1i64, 0i64, 2i64] [[2f64, 2f64], [3f64, 1f64], [2f64, 2f64], [1f64, 4f64], [9f64, 9f64]] }
-- output { [[10f64, 0f64], [0f64, 40f64]] [[30f64, 0f64], [0f64, 0f64], [0f64, 0f64], [0f64, 20f64], [0f64, 0f64]] }
-- input { [[f64.nan, 1f64], [0f64, 5f64]] [0i64, 0i64, 1i64, -1i64, 1i64] [[f64.nan, 2f64], [5f64, f64.nan], [f64.nan, f64.nan], [6f64, 9f64], [5f64, 5f64]] }
-- output { [[0f64, 0f64], [0f64, 40f64]] [[0f64, 20f64], [10f64, 0f64], [0f64, 0f64], [0f64, 0f64], [30f64, 0f64]] }
entry ties_of_rows [n] (dest: [2][2]f64) (is: [n]i64) (vs: [n][2]f64) =
  let rows (dest: [2][2]f64) (vs: [n][2]f64) =
    reduce_by_index (copy dest) (map2 f64.max) [f64.lowest, f64.lowest] is vs
  in vjp (\(dest, vs) -> rows dest vs) (dest, vs) [[10, 20], [30, 40]]

-- The least of long rows that take few values: the first that is less than all before it has it.
-- ==
-- entry: many_ties_of_rows
-- input { 2000i64 7i64 3i64 } output { true true }
-- input { 30i64 50i64 100i64 } output { true true }
entry many_ties_of_rows (n: i64) (k: i64) (m: i64) =
  let is = tabulate n (\i -> i * i % (k + 2) - 1)
  let at = (tabulate_2d k m (\i j -> f64.i64 ((i + 3 * j) % 4 + 2)), tabulate_2d n m (\i j -> f64.i64 ((i * 5 + i / 7 + j) % 9)))
  let w = tabulate_2d k m (\i j -> f64.i64 (1 + i * m + j))
  let bins (dest: [k][m]f64) (vs: [n][m]f64) =
    reduce_by_index (copy dest) (map2 f64.min) (replicate m f64.highest) is vs
  let plainly (dest: [k][m]f64) (vs: [n][m]f64) =
    loop bins = copy dest for i < n do
      if is[i] < 0 || is[i] >= k then bins
      else bins with [is[i]] = map2 (\a b -> if b < a then b else a) bins[is[i]] vs[i]
  let (a, b) = vjp (\(dest, vs) -> bins dest vs) at w
  let (c, d) = vjp (\(dest, vs) -> plainly dest vs) at w
  in (and (map2 (==) (flatten a) (flatten c)), and (map2 (==) (flatten b) (flatten d)))

-- Integers, whose products have no quotients.
-- ==
-- entry: integers
-- input { [3i64, 0i64, 5i64] } output { [0i64, 15i64, 0i64] }
-- input { [3i64, 2i64, 5i64] } output { [10i64, 15i64, 6i64] }
entry integers (vs: [3]i64) =
  vjp (\vs -> reduce_by_index [1] (*) 1 [0, 0, 0] vs) vs [1]

-- Values that fall into no bin have no derivative, whatever they are.
-- ==
-- entry: products_outside
-- input { 0.7 } output { 0.0 0.0 [0.0, 0.0, 0.75, 0.0] }
entry products_outside (x: f64) =
  let f x = f64.sum (reduce_by_index (replicate 3 0.5) (*) 1 [3, -1] (tabulate 2 (\i -> f64.sin (f64.i64 i * x))))
  let g ys = f64.sum (reduce_by_index (replicate 2 0.5) (*) 1 [2, 5, 0, -1] ys)
  in (vjp f x 1, vjp (\x -> vjp f x 1) x 1, vjp g [0, f64.nan, 3, f64.inf] 1.5)
