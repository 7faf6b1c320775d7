-- Arguments are computed even if the function does not use them.
-- ==
-- input { 2 } output { 7 }
-- input { 0 } error: [Dd]ivision by zero
#[noinline]
def const7 (_: i32) : i32 = 7
def main (x: i32) =
  let y = 10 / x
  in if const7 y == 7 then y * 0 + 7 else y
