-- Powers of u32 multiply with wrap-around; nought to the nought is one.

-- ==
-- entry: powers
-- input { [0u32, 2u32, 1u32, 2u32, 3u32, 3u32, 4294967295u32, 4294967295u32, 10u32]
--         [0u32, 0u32, 4294967295u32, 31u32, 4u32, 50u32, 2u32, 3u32, 2u32] }
-- output { [1u32, 1u32, 1u32, 2147483648u32, 81u32, 3500008393u32, 1u32, 4294967295u32, 100u32] }
entry powers [n] (xs: [n]u32) (ys: [n]u32) = map2 (**) xs ys
