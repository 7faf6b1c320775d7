-- ==
-- input { 1 } output { 2i64 }
def main (x: i32) =
  let (a: i32, b: i64) = (x, 1)
  let (c, d): (i32, i64) = (a, b)
  in i64.i32 c + d
