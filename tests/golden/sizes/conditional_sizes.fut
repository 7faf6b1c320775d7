-- An if with branches of one size keeps it.
-- ==
-- input { true [1, 2] } output { [2, 3] }
-- input { false [1, 2] } output { [0, 1] }
def main [n] (c: bool) (xs: [n]i32) : [n]i32 =
  let ys = if c then map (+ 1) xs else map (\x -> x - 1) xs
  in map2 (\y i -> y + 0 * i32.i64 i) ys (iota n)
