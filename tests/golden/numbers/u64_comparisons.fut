-- The order of u64: no number is negative.
-- ==
-- input { [0u64, 1u64, 2u64, 0u64, 18446744073709551615u64, 18446744073709551615u64,
--          18446744073709551615u64]
--         [0u64, 2u64, 1u64, 18446744073709551615u64, 0u64, 18446744073709551615u64, 1u64] }
-- output { [false, true, false, true, false, false, false]
--          [true, true, false, true, false, true, false]
--          [false, false, true, false, true, false, true]
--          [true, false, true, false, true, true, true]
--          [true, false, false, false, false, true, false]
--          [false, true, true, true, true, false, true] }
def main [n] (xs: [n]u64) (ys: [n]u64) =
  ( map2 (<) xs ys, map2 (<=) xs ys, map2 (>) xs ys, map2 (>=) xs ys
  , map2 (==) xs ys, map2 (!=) xs ys
  )
