-- Inputs that are views: a column, upside down, every second element, a part.
-- ==
-- input { } output { [0i64, 40i64, 80i64] [80i64, 40i64, 0i64] [0i64, 20i64] [90i64, 100i64] [80i64, 30i64, -20i64] }
def main =
  let a = tabulate_2d 3 4 (\i j -> 4 * i + j)
  let f [n] (xs: [n]i64) = map (* 10) xs
  in (f a[:, 0], f a[::-1, 0], f a[0, ::2], f a[2, 1:3], map2 (-) (f a[::-1, 0]) (f a[0, :3]))
