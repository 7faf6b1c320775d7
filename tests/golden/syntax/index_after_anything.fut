-- An index follows names, parentheses, brackets, quotes and numbers of fields directly.
-- ==
-- input { [1, 2, 3] } output { [2, 3, 4, 5, 3] }
def main (xs: []i32) =
  let x' = xs
  let t = ([4, 5], xs)
  in [x'[1], (id xs)[2], [[4]][0][0], t.0[1], t.1[2]]
