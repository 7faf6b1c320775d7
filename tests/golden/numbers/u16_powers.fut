-- Powers of u16 multiply with wrap-around; nought to the nought is one.

-- ==
-- entry: powers
-- input { [0u16, 2u16, 1u16, 2u16, 3u16, 3u16, 65535u16, 65535u16, 10u16]
--         [0u16, 0u16, 65535u16, 15u16, 4u16, 50u16, 2u16, 3u16, 2u16] }
-- output { [1u16, 1u16, 1u16, 32768u16, 81u16, 58313u16, 1u16, 65535u16, 100u16] }
entry powers [n] (xs: [n]u16) (ys: [n]u16) = map2 (**) xs ys
