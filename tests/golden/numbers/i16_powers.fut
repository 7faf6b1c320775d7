-- Powers of i16 multiply with wrap-around; nought to the nought is one. A negative exponent is an
-- error.

-- ==
-- entry: powers
-- input { [0i16, 2i16, 1i16, 2i16, 3i16, 3i16, 32767i16, 32767i16, 10i16, -1i16, -1i16, -2i16,
--          -3i16, -32768i16]
--         [0i16, 0i16, 32767i16, 15i16, 4i16, 50i16, 2i16, 3i16, 2i16, 3i16, 4i16, 15i16, 3i16,
--          2i16] }
-- output { [1i16, 1i16, 1i16, -32768i16, 81i16, -7223i16, 1i16, 32767i16, 100i16, -1i16, 1i16,
--          -32768i16, -27i16, 0i16] }
entry powers [n] (xs: [n]i16) (ys: [n]i16) = map2 (**) xs ys

-- ==
-- entry: negative
-- input { 2i16 -1i16 } error: .
-- input { 1i16 -32768i16 } error: .
-- input { 2i16 1i16 } output { 2i16 }
entry negative (x: i16) (y: i16) = x ** y
