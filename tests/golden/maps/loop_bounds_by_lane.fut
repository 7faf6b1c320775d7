-- Bounds, starts and strides that differ.
-- ==
-- input { [1i64, 2i64, 3i64] } output { [0i64, 1i64, 3i64] [[1i64, 3i64], [2i64, 4i64], [3i64, 5i64]] }
def main (xs: []i64) =
  ( map (\x -> loop s = 0 for i < x do s + i) xs
  , map (\x -> (map (+ x) (iota 9))[0:3:2] :> [2]i64) xs )
