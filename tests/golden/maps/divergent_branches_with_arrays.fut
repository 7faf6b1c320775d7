-- Branches that make, change or take arrays.
-- ==
-- input { [0i64, 1i64, 2i64, 3i64] } output { [[0i64, 9i64, 2i64], [1i64, 1i64, 1i64], [0i64, 2i64, 4i64], [0i64, 9i64, 2i64]] }
def main (xs: []i64) =
  map (\x ->
    if x % 3 == 0 then iota 3 with [1] = 9
    else if x % 3 == 1 then replicate 3 x
    else map (* x) (iota 3)) xs
