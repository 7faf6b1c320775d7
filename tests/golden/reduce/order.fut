-- An operator that does not commute sees its operands in order. This one composes x -> a*x + b.
-- ==
-- input { [2, 3, 5] [1, 1, 1] } output { 30 21 }
-- input { [1] [7] } output { 1 7 }
-- input { empty([0]i32) empty([0]i32) } output { 1 0 }
def main [n] (as: [n]i32) (bs: [n]i32) =
  reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip as bs)
