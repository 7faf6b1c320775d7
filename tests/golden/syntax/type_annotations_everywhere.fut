-- ==
-- input { 2 } output { 8i64 }
def main (x : i32) : i64 =
  let y : i64 = (i64.i32 (x : i32) : i64)
  let g : i64 -> i64 = \(z : i64) : i64 -> z * (2 : i64)
  in ((loop (s : i64) = (0 : i64) for i < (2i32 : i32) do s + g y) : i64)
