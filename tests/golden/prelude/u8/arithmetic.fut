-- The arithmetic of u8 at the edges of its range: what does not fit wraps around.

-- ==
-- entry: sums
-- input { [255u8, 0u8, 255u8, 0u8, 0u8, 7u8, 255u8, 255u8, 0u8]
--         [1u8, 1u8, 255u8, 0u8, 255u8, 100u8, 2u8, 255u8, 0u8] }
-- output { [0u8, 1u8, 254u8, 0u8, 255u8, 107u8, 1u8, 254u8, 0u8] }
entry sums [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.+) xs ys

-- ==
-- entry: differences
-- input { [255u8, 0u8, 255u8, 0u8, 0u8, 7u8, 255u8, 255u8, 0u8]
--         [1u8, 1u8, 255u8, 0u8, 255u8, 100u8, 2u8, 255u8, 0u8] }
-- output { [254u8, 255u8, 0u8, 0u8, 1u8, 163u8, 253u8, 0u8, 0u8] }
entry differences [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.-) xs ys

-- ==
-- entry: products
-- input { [255u8, 0u8, 255u8, 0u8, 0u8, 7u8, 255u8, 255u8, 0u8]
--         [1u8, 1u8, 255u8, 0u8, 255u8, 100u8, 2u8, 255u8, 0u8] }
-- output { [255u8, 0u8, 1u8, 0u8, 0u8, 188u8, 254u8, 1u8, 0u8] }
entry products [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.*) xs ys

-- ==
-- entry: quotients
-- input { [7u8, 255u8, 255u8, 254u8, 0u8, 0u8, 0u8, 255u8, 255u8, 1u8]
--         [2u8, 1u8, 255u8, 255u8, 255u8, 255u8, 1u8, 3u8, 254u8, 2u8] }
-- output { [3u8, 255u8, 1u8, 0u8, 0u8, 0u8, 0u8, 85u8, 1u8, 0u8] }
entry quotients [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8./) xs ys

-- ==
-- entry: remainders
-- input { [7u8, 255u8, 255u8, 254u8, 0u8, 0u8, 0u8, 255u8, 255u8, 1u8]
--         [2u8, 1u8, 255u8, 255u8, 255u8, 255u8, 1u8, 3u8, 254u8, 2u8] }
-- output { [1u8, 0u8, 0u8, 254u8, 0u8, 0u8, 0u8, 0u8, 1u8, 1u8] }
entry remainders [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.%) xs ys

-- ==
-- entry: truncated
-- input { [7u8, 255u8, 255u8, 254u8, 0u8, 0u8, 0u8, 255u8, 255u8, 1u8]
--         [2u8, 1u8, 255u8, 255u8, 255u8, 255u8, 1u8, 3u8, 254u8, 2u8] }
-- output { [3u8, 255u8, 1u8, 0u8, 0u8, 0u8, 0u8, 85u8, 1u8, 0u8] }
entry truncated [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.//) xs ys

-- ==
-- entry: leftovers
-- input { [7u8, 255u8, 255u8, 254u8, 0u8, 0u8, 0u8, 255u8, 255u8, 1u8]
--         [2u8, 1u8, 255u8, 255u8, 255u8, 255u8, 1u8, 3u8, 254u8, 2u8] }
-- output { [1u8, 0u8, 0u8, 254u8, 0u8, 0u8, 0u8, 0u8, 1u8, 1u8] }
entry leftovers [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.%%) xs ys

-- Computed with wrap-around all the way; anything to the power of 0 is 1.
-- ==
-- entry: powers
-- input { [0u8, 0u8, 1u8, 255u8, 255u8, 0u8, 2u8, 2u8, 3u8, 3u8]
--         [0u8, 5u8, 255u8, 2u8, 1u8, 0u8, 7u8, 8u8, 5u8, 100u8] }
-- output { [1u8, 0u8, 1u8, 1u8, 255u8, 1u8, 128u8, 0u8, 243u8, 209u8] }
entry powers [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.**) xs ys

-- Negative numbers wrap around.
-- ==
-- entry: negated
-- input { [0u8, 1u8, 2u8, 255u8, 254u8, 0u8, 255u8, 254u8, 1u8, 100u8] }
-- output { [0u8, 255u8, 254u8, 1u8, 2u8, 0u8, 1u8, 2u8, 255u8, 156u8] }
entry negated [n] (xs: [n]u8) : [n]u8 = map u8.neg xs

-- ==
-- entry: magnitudes
-- input { [0u8, 1u8, 2u8, 255u8, 254u8, 0u8, 255u8, 254u8, 1u8, 100u8] }
-- output { [0u8, 1u8, 2u8, 255u8, 254u8, 0u8, 255u8, 254u8, 1u8, 100u8] }
entry magnitudes [n] (xs: [n]u8) : [n]u8 = map u8.abs xs

-- ==
-- entry: signs
-- input { [0u8, 1u8, 2u8, 255u8, 254u8, 0u8, 255u8, 254u8, 1u8, 100u8] }
-- output { [0u8, 1u8, 1u8, 1u8, 1u8, 0u8, 1u8, 1u8, 1u8, 1u8] }
entry signs [n] (xs: [n]u8) : [n]u8 = map u8.sgn xs
