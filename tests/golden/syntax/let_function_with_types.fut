-- ==
-- input { [1, 2] } output { [2, 4] 2 }
def main (xs: []i32) =
  let double [n] 't (f: t -> t) (ys: [n]t) : [n]t = map f ys
  let count 'a (_: a) : i32 = 2
  in (double (* 2) xs, count xs)
