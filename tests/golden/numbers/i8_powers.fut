-- Powers of i8 multiply with wrap-around; nought to the nought is one. A negative exponent is an
-- error.

-- ==
-- entry: powers
-- input { [0i8, 2i8, 1i8, 2i8, 3i8, 3i8, 127i8, 127i8, 10i8, -1i8, -1i8, -2i8, -3i8, -128i8]
--         [0i8, 0i8, 127i8, 7i8, 4i8, 5i8, 2i8, 3i8, 2i8, 3i8, 4i8, 7i8, 3i8, 2i8] }
-- output { [1i8, 1i8, 1i8, -128i8, 81i8, -13i8, 1i8, 127i8, 100i8, -1i8, 1i8, -128i8, -27i8, 0i8] }
entry powers [n] (xs: [n]i8) (ys: [n]i8) = map2 (**) xs ys

-- ==
-- entry: negative
-- input { 2i8 -1i8 } error: .
-- input { 1i8 -128i8 } error: .
-- input { 2i8 1i8 } output { 2i8 }
entry negative (x: i8) (y: i8) = x ** y
