-- Two arrays of one unknown size.
-- ==
-- input { [5, -1, 7] } output { [5, 12] }
def pick [n] (xs: [n]i32) : ?[m].([m]i32, [m]i64) =
  unzip (filter (\(x, _) -> x > 0) (zip xs (iota n)))
def main (xs: []i32) =
  let (a, b) = pick xs
  in map2 (\x i -> x + i32.i64 i * 2 + (if i == 2 then 1 else 0)) a b
