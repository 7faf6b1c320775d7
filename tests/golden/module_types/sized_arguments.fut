-- Sizes in specifications have other names than in definitions.
-- ==
-- input { [1, 2] [[1], [2]] } output { [2, 4] }
module type mt = { val f [n] [m] : [n]i32 -> [n][m]i32 -> [n]i32 }
module m : mt = { def f [k] [l] (xs: [k]i32) (ys: [k][l]i32) : [k]i32 = map2 (\x r -> x + i32.sum r) xs ys }
def main [n] (xs: [n]i32) (ys: [n][1]i32) = m.f xs ys
