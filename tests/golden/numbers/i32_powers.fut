-- Powers of i32 multiply with wrap-around; nought to the nought is one. A negative exponent is an
-- error.

-- ==
-- entry: powers
-- input { [0i32, 2i32, 1i32, 2i32, 3i32, 3i32, 2147483647i32, 2147483647i32, 10i32, -1i32, -1i32,
--          -2i32, -3i32, -2147483648i32]
--         [0i32, 0i32, 2147483647i32, 31i32, 4i32, 50i32, 2i32, 3i32, 2i32, 3i32, 4i32, 31i32,
--          3i32, 2i32] }
-- output { [1i32, 1i32, 1i32, -2147483648i32, 81i32, -794958903i32, 1i32, 2147483647i32, 100i32,
--          -1i32, 1i32, -2147483648i32, -27i32, 0i32] }
entry powers [n] (xs: [n]i32) (ys: [n]i32) = map2 (**) xs ys

-- ==
-- entry: negative
-- input { 2i32 -1i32 } error: .
-- input { 1i32 -2147483648i32 } error: .
-- input { 2i32 1i32 } output { 2i32 }
entry negative (x: i32) (y: i32) = x ** y
