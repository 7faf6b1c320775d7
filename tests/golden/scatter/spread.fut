-- spread fills what nobody writes.
-- ==
-- input { 5i64 -1 [3i64, 0i64] [7, 8] } output { [8, -1, -1, 7, -1] }
-- input { 0i64 -1 [0i64] [7] } output { empty([0]i32) }
-- input { 2i64 0 empty([0]i64) empty([0]i32) } output { [0, 0] }
-- input { -1i64 0 empty([0]i64) empty([0]i32) } error: .
def main [n] (k: i64) (x: i32) (is: [n]i64) (vs: [n]i32) = spread k x is vs
