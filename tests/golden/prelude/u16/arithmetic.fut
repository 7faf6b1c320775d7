-- The arithmetic of u16 at the edges of its range: what does not fit wraps around.

-- ==
-- entry: sums
-- input { [65535u16, 0u16, 65535u16, 0u16, 0u16, 7u16, 65535u16, 65535u16, 0u16]
--         [1u16, 1u16, 65535u16, 0u16, 65535u16, 100u16, 2u16, 65535u16, 0u16] }
-- output { [0u16, 1u16, 65534u16, 0u16, 65535u16, 107u16, 1u16, 65534u16, 0u16] }
entry sums [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.+) xs ys

-- ==
-- entry: differences
-- input { [65535u16, 0u16, 65535u16, 0u16, 0u16, 7u16, 65535u16, 65535u16, 0u16]
--         [1u16, 1u16, 65535u16, 0u16, 65535u16, 100u16, 2u16, 65535u16, 0u16] }
-- output { [65534u16, 65535u16, 0u16, 0u16, 1u16, 65443u16, 65533u16, 0u16, 0u16] }
entry differences [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.-) xs ys

-- ==
-- entry: products
-- input { [65535u16, 0u16, 65535u16, 0u16, 0u16, 7u16, 65535u16, 65535u16, 0u16]
--         [1u16, 1u16, 65535u16, 0u16, 65535u16, 100u16, 2u16, 65535u16, 0u16] }
-- output { [65535u16, 0u16, 1u16, 0u16, 0u16, 700u16, 65534u16, 1u16, 0u16] }
entry products [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.*) xs ys

-- ==
-- entry: quotients
-- input { [7u16, 65535u16, 65535u16, 65534u16, 0u16, 0u16, 0u16, 65535u16, 65535u16, 1u16]
--         [2u16, 1u16, 65535u16, 65535u16, 65535u16, 65535u16, 1u16, 3u16, 65534u16, 2u16] }
-- output { [3u16, 65535u16, 1u16, 0u16, 0u16, 0u16, 0u16, 21845u16, 1u16, 0u16] }
entry quotients [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16./) xs ys

-- ==
-- entry: remainders
-- input { [7u16, 65535u16, 65535u16, 65534u16, 0u16, 0u16, 0u16, 65535u16, 65535u16, 1u16]
--         [2u16, 1u16, 65535u16, 65535u16, 65535u16, 65535u16, 1u16, 3u16, 65534u16, 2u16] }
-- output { [1u16, 0u16, 0u16, 65534u16, 0u16, 0u16, 0u16, 0u16, 1u16, 1u16] }
entry remainders [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.%) xs ys

-- ==
-- entry: truncated
-- input { [7u16, 65535u16, 65535u16, 65534u16, 0u16, 0u16, 0u16, 65535u16, 65535u16, 1u16]
--         [2u16, 1u16, 65535u16, 65535u16, 65535u16, 65535u16, 1u16, 3u16, 65534u16, 2u16] }
-- output { [3u16, 65535u16, 1u16, 0u16, 0u16, 0u16, 0u16, 21845u16, 1u16, 0u16] }
entry truncated [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.//) xs ys

-- ==
-- entry: leftovers
-- input { [7u16, 65535u16, 65535u16, 65534u16, 0u16, 0u16, 0u16, 65535u16, 65535u16, 1u16]
--         [2u16, 1u16, 65535u16, 65535u16, 65535u16, 65535u16, 1u16, 3u16, 65534u16, 2u16] }
-- output { [1u16, 0u16, 0u16, 65534u16, 0u16, 0u16, 0u16, 0u16, 1u16, 1u16] }
entry leftovers [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.%%) xs ys

-- Computed with wrap-around all the way; anything to the power of 0 is 1.
-- ==
-- entry: powers
-- input { [0u16, 0u16, 1u16, 65535u16, 65535u16, 0u16, 2u16, 2u16, 3u16, 3u16]
--         [0u16, 5u16, 65535u16, 2u16, 1u16, 0u16, 15u16, 16u16, 5u16, 100u16] }
-- output { [1u16, 0u16, 1u16, 1u16, 65535u16, 1u16, 32768u16, 0u16, 243u16, 5073u16] }
entry powers [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.**) xs ys

-- Negative numbers wrap around.
-- ==
-- entry: negated
-- input { [0u16, 1u16, 2u16, 65535u16, 65534u16, 0u16, 65535u16, 65534u16, 1u16, 100u16] }
-- output { [0u16, 65535u16, 65534u16, 1u16, 2u16, 0u16, 1u16, 2u16, 65535u16, 65436u16] }
entry negated [n] (xs: [n]u16) : [n]u16 = map u16.neg xs

-- ==
-- entry: magnitudes
-- input { [0u16, 1u16, 2u16, 65535u16, 65534u16, 0u16, 65535u16, 65534u16, 1u16, 100u16] }
-- output { [0u16, 1u16, 2u16, 65535u16, 65534u16, 0u16, 65535u16, 65534u16, 1u16, 100u16] }
entry magnitudes [n] (xs: [n]u16) : [n]u16 = map u16.abs xs

-- ==
-- entry: signs
-- input { [0u16, 1u16, 2u16, 65535u16, 65534u16, 0u16, 65535u16, 65534u16, 1u16, 100u16] }
-- output { [0u16, 1u16, 1u16, 1u16, 1u16, 0u16, 1u16, 1u16, 1u16, 1u16] }
entry signs [n] (xs: [n]u16) : [n]u16 = map u16.sgn xs
