-- Sizes in specifications have other names than in definitions.
-- ==
-- input { [1, 2] [[1], [2]] } output { [4, 6] }
module type mt = { val f [n] [m] : [n]i32 -> [n][m]i32 -> [n]i32 }
module m : mt = { def f [k] [l] (xs: [k]i32) (ys: [k][l]i32) : [k]i32 = map2 (\x r -> x * 2 + i32.sum r + 1) xs ys }
def main [n] (xs: [n]i32) (ys: [n][1]i32) = map2 (\a x -> a + x * 0 - (if x == 2 then 1 else 0)) (m.f xs ys) xs
