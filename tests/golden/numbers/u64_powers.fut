-- Powers of u64 multiply with wrap-around; nought to the nought is one.

-- ==
-- entry: powers
-- input { [0u64, 2u64, 1u64, 2u64, 3u64, 3u64, 18446744073709551615u64, 18446744073709551615u64,
--          10u64]
--         [0u64, 0u64, 18446744073709551615u64, 63u64, 4u64, 50u64, 2u64, 3u64, 2u64] }
-- output { [1u64, 1u64, 1u64, 9223372036854775808u64, 81u64, 6048575297968530377u64, 1u64,
--          18446744073709551615u64, 100u64] }
entry powers [n] (xs: [n]u64) (ys: [n]u64) = map2 (**) xs ys
