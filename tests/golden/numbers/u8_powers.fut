-- Powers of u8 multiply with wrap-around; nought to the nought is one.

-- ==
-- entry: powers
-- input { [0u8, 2u8, 1u8, 2u8, 3u8, 3u8, 255u8, 255u8, 10u8]
--         [0u8, 0u8, 255u8, 7u8, 4u8, 5u8, 2u8, 3u8, 2u8] }
-- output { [1u8, 1u8, 1u8, 128u8, 81u8, 243u8, 1u8, 255u8, 100u8] }
entry powers [n] (xs: [n]u8) (ys: [n]u8) = map2 (**) xs ys
