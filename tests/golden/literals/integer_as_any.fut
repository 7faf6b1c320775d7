-- The use of a literal decides its type, even far from it.
-- ==
-- input { 200u8 3i64 }
-- output { 44u8 33i64 }
def main (x: u8) (n: i64) =
  let k = 100
  let m = 30
  in (x + k, n + m)
