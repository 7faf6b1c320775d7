-- Sections of fields and indexes, one after the other.
-- ==
-- input { [1, 2] } output { [2, 3] [1, 2] [10, 20] 3 }
def main (xs: []i32) =
  let rs = map (\x -> {a = [x, x + 1], b = (x, {c = x * 10})}) xs
  in (map (.a[1]) rs, map (.b.0) rs, map (.b.1.c) rs, (.[1].a[1]) rs)
