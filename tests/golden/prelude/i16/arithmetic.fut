-- The arithmetic of i16 at the edges of its range: what does not fit wraps around.

-- ==
-- entry: sums
-- input { [32767i16, -32768i16, 32767i16, -32768i16, -32768i16, 7i16, -1i16, -1i16, 0i16]
--         [1i16, 1i16, 32767i16, -32768i16, 32767i16, 100i16, 2i16, -1i16, -32768i16] }
-- output { [-32768i16, -32767i16, -2i16, 0i16, -1i16, 107i16, 1i16, -2i16, -32768i16] }
entry sums [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.+) xs ys

-- ==
-- entry: differences
-- input { [32767i16, -32768i16, 32767i16, -32768i16, -32768i16, 7i16, -1i16, -1i16, 0i16]
--         [1i16, 1i16, 32767i16, -32768i16, 32767i16, 100i16, 2i16, -1i16, -32768i16] }
-- output { [32766i16, 32767i16, 0i16, 0i16, 1i16, -93i16, -3i16, 0i16, -32768i16] }
entry differences [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.-) xs ys

-- ==
-- entry: products
-- input { [32767i16, -32768i16, 32767i16, -32768i16, -32768i16, 7i16, -1i16, -1i16, 0i16]
--         [1i16, 1i16, 32767i16, -32768i16, 32767i16, 100i16, 2i16, -1i16, -32768i16] }
-- output { [32767i16, -32768i16, 1i16, 0i16, -32768i16, 700i16, -2i16, 1i16, 0i16] }
entry products [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.*) xs ys

-- Rounded down.
-- ==
-- entry: quotients
-- input { [7i16, 32767i16, 32767i16, 32766i16, 0i16, -32768i16, -32768i16, 32767i16, -7i16, 7i16,
--          -7i16, 6i16, -32768i16, 32767i16, 32767i16, -1i16]
--         [2i16, 1i16, 32767i16, 32767i16, 32767i16, 32767i16, 1i16, 3i16, 2i16, -2i16, -2i16,
--          -3i16, -1i16, -1i16, -32768i16, 32767i16] }
-- output { [3i16, 32767i16, 1i16, 0i16, 0i16, -2i16, -32768i16, 10922i16, -4i16, -4i16, 3i16,
--           -2i16, -32768i16, -32767i16, -1i16, -1i16] }
entry quotients [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16./) xs ys

-- With the sign of the divisor.
-- ==
-- entry: remainders
-- input { [7i16, 32767i16, 32767i16, 32766i16, 0i16, -32768i16, -32768i16, 32767i16, -7i16, 7i16,
--          -7i16, 6i16, -32768i16, 32767i16, 32767i16, -1i16]
--         [2i16, 1i16, 32767i16, 32767i16, 32767i16, 32767i16, 1i16, 3i16, 2i16, -2i16, -2i16,
--          -3i16, -1i16, -1i16, -32768i16, 32767i16] }
-- output { [1i16, 0i16, 0i16, 32766i16, 0i16, 32766i16, 0i16, 1i16, 1i16, -1i16, -1i16, 0i16,
--           0i16, 0i16, -1i16, 32766i16] }
entry remainders [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.%) xs ys

-- Rounded towards zero.
-- ==
-- entry: truncated
-- input { [7i16, 32767i16, 32767i16, 32766i16, 0i16, -32768i16, -32768i16, 32767i16, -7i16, 7i16,
--          -7i16, 6i16, -32768i16, 32767i16, 32767i16, -1i16]
--         [2i16, 1i16, 32767i16, 32767i16, 32767i16, 32767i16, 1i16, 3i16, 2i16, -2i16, -2i16,
--          -3i16, -1i16, -1i16, -32768i16, 32767i16] }
-- output { [3i16, 32767i16, 1i16, 0i16, 0i16, -1i16, -32768i16, 10922i16, -3i16, -3i16, 3i16,
--           -2i16, -32768i16, -32767i16, 0i16, 0i16] }
entry truncated [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.//) xs ys

-- With the sign of the dividend.
-- ==
-- entry: leftovers
-- input { [7i16, 32767i16, 32767i16, 32766i16, 0i16, -32768i16, -32768i16, 32767i16, -7i16, 7i16,
--          -7i16, 6i16, -32768i16, 32767i16, 32767i16, -1i16]
--         [2i16, 1i16, 32767i16, 32767i16, 32767i16, 32767i16, 1i16, 3i16, 2i16, -2i16, -2i16,
--          -3i16, -1i16, -1i16, -32768i16, 32767i16] }
-- output { [1i16, 0i16, 0i16, 32766i16, 0i16, -1i16, 0i16, 1i16, -1i16, 1i16, -1i16, 0i16, 0i16,
--           0i16, 32767i16, -1i16] }
entry leftovers [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.%%) xs ys

-- Computed with wrap-around all the way; anything to the power of 0 is 1.
-- ==
-- entry: powers
-- input { [0i16, 0i16, 1i16, 32767i16, 32767i16, -32768i16, 2i16, 2i16, 3i16, 3i16, -1i16, -2i16,
--          -2i16, -32768i16, -32768i16]
--         [0i16, 5i16, 32767i16, 2i16, 1i16, 0i16, 15i16, 16i16, 5i16, 100i16, 32767i16, 3i16,
--          15i16, 1i16, 2i16] }
-- output { [1i16, 0i16, 1i16, 1i16, 32767i16, 1i16, -32768i16, 0i16, 243i16, 5073i16, -1i16,
--           -8i16, -32768i16, -32768i16, 0i16] }
entry powers [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.**) xs ys

-- The negative of the least number is itself.
-- ==
-- entry: negated
-- input { [0i16, 1i16, 2i16, -1i16, -2i16, -32768i16, 32767i16, 32766i16, -32767i16, 100i16] }
-- output { [0i16, -1i16, -2i16, 1i16, 2i16, -32768i16, -32767i16, -32766i16, 32767i16, -100i16] }
entry negated [n] (xs: [n]i16) : [n]i16 = map i16.neg xs

-- That of the least number does not fit.
-- ==
-- entry: magnitudes
-- input { [0i16, 1i16, 2i16, -1i16, -2i16, -32768i16, 32767i16, 32766i16, -32767i16, 100i16] }
-- output { [0i16, 1i16, 2i16, 1i16, 2i16, -32768i16, 32767i16, 32766i16, 32767i16, 100i16] }
entry magnitudes [n] (xs: [n]i16) : [n]i16 = map i16.abs xs

-- ==
-- entry: signs
-- input { [0i16, 1i16, 2i16, -1i16, -2i16, -32768i16, 32767i16, 32766i16, -32767i16, 100i16] }
-- output { [0i16, 1i16, 1i16, -1i16, -1i16, -1i16, 1i16, 1i16, -1i16, 1i16] }
entry signs [n] (xs: [n]i16) : [n]i16 = map i16.sgn xs
