-- ==
-- input { [1, 2] } output { [1, 2] [10, 20] }
def main (xs: []i32) =
  let rs = map (\x -> {a = x, b = {c = x * 10}}) xs
  in (map (.a) rs, map (.b.c) rs)
