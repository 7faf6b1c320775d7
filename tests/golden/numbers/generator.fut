-- A linear congruential generator modulo 2^64, and one modulo a prime.
-- ==
-- input { 3 } output { [1442695040888963407u64, 1876011003808476466u64, 11166244414315200793u64] [16807i64, 282475249i64, 1622650073i64] }
def main (n: i32) =
  let (_, a) = loop (x, xs: []u64) = (0, []) for _i < n do
    let y = x * 6364136223846793005 + 1442695040888963407
    in (y, xs ++ [y])
  let (_, b) = loop (x, xs: []i64) = (1, []) for _i < n do
    let y = x * 16807 % 2147483647
    in (y, xs ++ [y])
  in (a, b)
