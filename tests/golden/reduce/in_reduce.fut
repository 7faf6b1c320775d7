-- An operator that reduces.
-- ==
-- input { [[1, 5], [2, 2]] } output { [1, 2] [2, 5] }
def main (xs: [][2]i32) =
  let least a b = map2 (\x y -> reduce i32.min i32.highest [x, y]) a b
  let most a b = map2 (\x y -> reduce i32.max i32.lowest [x, y]) a b
  in (reduce least [i32.highest, i32.highest] xs, reduce most [i32.lowest, i32.lowest] xs)
