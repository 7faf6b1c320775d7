-- The arithmetic of i8 at the edges of its range: what does not fit wraps around.

-- ==
-- entry: sums
-- input { [127i8, -128i8, 127i8, -128i8, -128i8, 7i8, -1i8, -1i8, 0i8]
--         [1i8, 1i8, 127i8, -128i8, 127i8, 100i8, 2i8, -1i8, -128i8] }
-- output { [-128i8, -127i8, -2i8, 0i8, -1i8, 107i8, 1i8, -2i8, -128i8] }
entry sums [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.+) xs ys

-- ==
-- entry: differences
-- input { [127i8, -128i8, 127i8, -128i8, -128i8, 7i8, -1i8, -1i8, 0i8]
--         [1i8, 1i8, 127i8, -128i8, 127i8, 100i8, 2i8, -1i8, -128i8] }
-- output { [126i8, 127i8, 0i8, 0i8, 1i8, -93i8, -3i8, 0i8, -128i8] }
entry differences [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.-) xs ys

-- ==
-- entry: products
-- input { [127i8, -128i8, 127i8, -128i8, -128i8, 7i8, -1i8, -1i8, 0i8]
--         [1i8, 1i8, 127i8, -128i8, 127i8, 100i8, 2i8, -1i8, -128i8] }
-- output { [127i8, -128i8, 1i8, 0i8, -128i8, -68i8, -2i8, 1i8, 0i8] }
entry products [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.*) xs ys

-- Rounded down.
-- ==
-- entry: quotients
-- input { [7i8, 127i8, 127i8, 126i8, 0i8, -128i8, -128i8, 127i8, -7i8, 7i8, -7i8, 6i8, -128i8,
--          127i8, 127i8, -1i8]
--         [2i8, 1i8, 127i8, 127i8, 127i8, 127i8, 1i8, 3i8, 2i8, -2i8, -2i8, -3i8, -1i8, -1i8,
--          -128i8, 127i8] }
-- output { [3i8, 127i8, 1i8, 0i8, 0i8, -2i8, -128i8, 42i8, -4i8, -4i8, 3i8, -2i8, -128i8, -127i8,
--           -1i8, -1i8] }
entry quotients [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8./) xs ys

-- With the sign of the divisor.
-- ==
-- entry: remainders
-- input { [7i8, 127i8, 127i8, 126i8, 0i8, -128i8, -128i8, 127i8, -7i8, 7i8, -7i8, 6i8, -128i8,
--          127i8, 127i8, -1i8]
--         [2i8, 1i8, 127i8, 127i8, 127i8, 127i8, 1i8, 3i8, 2i8, -2i8, -2i8, -3i8, -1i8, -1i8,
--          -128i8, 127i8] }
-- output { [1i8, 0i8, 0i8, 126i8, 0i8, 126i8, 0i8, 1i8, 1i8, -1i8, -1i8, 0i8, 0i8, 0i8, -1i8,
--           126i8] }
entry remainders [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.%) xs ys

-- Rounded towards zero.
-- ==
-- entry: truncated
-- input { [7i8, 127i8, 127i8, 126i8, 0i8, -128i8, -128i8, 127i8, -7i8, 7i8, -7i8, 6i8, -128i8,
--          127i8, 127i8, -1i8]
--         [2i8, 1i8, 127i8, 127i8, 127i8, 127i8, 1i8, 3i8, 2i8, -2i8, -2i8, -3i8, -1i8, -1i8,
--          -128i8, 127i8] }
-- output { [3i8, 127i8, 1i8, 0i8, 0i8, -1i8, -128i8, 42i8, -3i8, -3i8, 3i8, -2i8, -128i8, -127i8,
--           0i8, 0i8] }
entry truncated [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.//) xs ys

-- With the sign of the dividend.
-- ==
-- entry: leftovers
-- input { [7i8, 127i8, 127i8, 126i8, 0i8, -128i8, -128i8, 127i8, -7i8, 7i8, -7i8, 6i8, -128i8,
--          127i8, 127i8, -1i8]
--         [2i8, 1i8, 127i8, 127i8, 127i8, 127i8, 1i8, 3i8, 2i8, -2i8, -2i8, -3i8, -1i8, -1i8,
--          -128i8, 127i8] }
-- output { [1i8, 0i8, 0i8, 126i8, 0i8, -1i8, 0i8, 1i8, -1i8, 1i8, -1i8, 0i8, 0i8, 0i8, 127i8,
--           -1i8] }
entry leftovers [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.%%) xs ys

-- Computed with wrap-around all the way; anything to the power of 0 is 1.
-- ==
-- entry: powers
-- input { [0i8, 0i8, 1i8, 127i8, 127i8, -128i8, 2i8, 2i8, 3i8, 3i8, -1i8, -2i8, -2i8, -128i8,
--          -128i8]
--         [0i8, 5i8, 127i8, 2i8, 1i8, 0i8, 7i8, 8i8, 5i8, 100i8, 127i8, 3i8, 7i8, 1i8, 2i8] }
-- output { [1i8, 0i8, 1i8, 1i8, 127i8, 1i8, -128i8, 0i8, -13i8, -47i8, -1i8, -8i8, -128i8, -128i8,
--           0i8] }
entry powers [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.**) xs ys

-- The negative of the least number is itself.
-- ==
-- entry: negated
-- input { [0i8, 1i8, 2i8, -1i8, -2i8, -128i8, 127i8, 126i8, -127i8, 100i8] }
-- output { [0i8, -1i8, -2i8, 1i8, 2i8, -128i8, -127i8, -126i8, 127i8, -100i8] }
entry negated [n] (xs: [n]i8) : [n]i8 = map i8.neg xs

-- That of the least number does not fit.
-- ==
-- entry: magnitudes
-- input { [0i8, 1i8, 2i8, -1i8, -2i8, -128i8, 127i8, 126i8, -127i8, 100i8] }
-- output { [0i8, 1i8, 2i8, 1i8, 2i8, -128i8, 127i8, 126i8, 127i8, 100i8] }
entry magnitudes [n] (xs: [n]i8) : [n]i8 = map i8.abs xs

-- ==
-- entry: signs
-- input { [0i8, 1i8, 2i8, -1i8, -2i8, -128i8, 127i8, 126i8, -127i8, 100i8] }
-- output { [0i8, 1i8, 1i8, -1i8, -1i8, -1i8, 1i8, 1i8, -1i8, 1i8] }
entry signs [n] (xs: [n]i8) : [n]i8 = map i8.sgn xs
