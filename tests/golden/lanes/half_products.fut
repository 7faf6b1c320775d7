-- A product of halves is rounded before something is added to it: (1 + 2^-10)^2 = 1 + 2^-9 + 2^-20 is
-- 1 + 2^-9 as a half, of which nothing is left. (In one rounding 2^-20 would be, which is a half.)
-- ==
-- entry: difference sum
-- input { [1.0009765625f16, 1.0f16] } output { [true, true] }

def less (xs: []f16) : []f16 = map (\x -> x * x - 1.001953125) xs

entry difference (xs: []f16) = map2 (==) (less xs) [0, -0.001953125]

entry sum (xs: []f16) = map2 (==) (map (\x -> x * x + -1.001953125) xs) [0, -0.001953125]
