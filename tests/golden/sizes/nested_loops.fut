-- A loop in a loop keeps a size that both name.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 2i64] [5i64, 6i64, 7i64] }
def again (n: i64) : [n]i64 = loop (xs: [n]i64) = iota n for _k < 3i32 do loop xs for _j < 3i32 do map (+ xs[0]) (iota n)
def main (n: i64) : ([n]i64, [n]i64) =
  (again n, loop (xs: [n]i64) = again n for k < 2i32 do
              let (ys, _) = loop (ys, j) = (xs, 0) while j < 2i32 do (tabulate n (\i -> i + 5), j + 1)
              in if k == 5 then xs else ys)
