-- Signs of arrays that are only added move to where they are; zeros keep theirs.
-- ==
-- entry: bits
-- input { [0.0, -0.0, 1.0, -2.0, 0.5] } output { [true, true, true, true, true] }
-- ==
-- entry: derivatives
-- input { } output { [true, true, true] }

import "../ad/lib/check"

def hidden (x: f64) : f64 = f64.from_bits (f64.to_bits x)

entry bits [n] (xs: [n]f64) : [n]bool =
  let minus = map (\x -> -(x * 3)) xs
  let sums = map4 (\a b c d -> [a + b, b - c, c * d, -(d / 3)]) xs (rotate 1 minus) (reverse minus) minus
  let other = map (\x -> hidden (-(hidden (x * 3)))) xs
  let same = map4 (\a b c d -> [a + b, b - c, c * d, -(d / 3)]) xs (rotate 1 other) (reverse other) other
  in map2 (\s t -> and (map2 (\x y -> f64.to_bits x == f64.to_bits y) s t)) sums same

entry derivatives =
  [ agrees (\xs -> map4 (\a b c d -> (b - c) * d - a) xs (rotate 1 xs) (rotate (-1) xs) (rotate (-2) xs)) (some 5)
  , -- one is read as it is, too
    agrees (\xs ->
              let ys = map (\x -> -(x * x)) xs
              in map3 (\x y z -> x - f64.exp y + z) xs ys (rotate 2 ys))
           (some 5)
  , -- columns of rows
    agrees (\xs ->
              let ps = unflatten (sized (3 * 2) xs)
              in map (\p -> p[0] * p[1] - p[1] / (2 + p[0])) ps)
           (some 6)
  ]

-- Sums of negatives, zeros and nothing among them: the bits are those of the sums as they are written.
-- ==
-- entry: sums
-- input { [0.0, 0.0] } output { [true, true] }
-- input { [-0.0, 0.0, -0.0] } output { [true, true] }
-- input { [1.5, -2.25, 0.0, 4.0] } output { [true, true] }
-- input { empty([0]f64) } output { [true, true] }
entry sums [n] (xs: [n]f64) : [2]bool =
  let same a b = f64.to_bits a == f64.to_bits b
  in [ same (reduce_comm (+) 0 (map (\x -> -(x * 3)) xs))
            (reduce_comm (+) 0 (map (\x -> hidden (-(hidden (x * 3)))) xs))
     , same (2 + reduce_comm (+) 0 (map (\x -> -x) xs)) (2 + f64.sum (map (\x -> hidden (-x)) xs))
     ]
