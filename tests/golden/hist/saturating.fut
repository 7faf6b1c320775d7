-- ==
-- input { [0i64, 0i64, 0i64, 1i64] } output { [2u8, 1u8] }
def main [n] (is: [n]i64) =
  let add x y = if x == 2 || y == 2 then 2u8 else x + y
  in hist add 0 2 is (replicate n 1)
