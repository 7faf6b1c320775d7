-- ==
-- error: :5:11-.*Let-bound expression of higher-order type
def f (xs: *[2]i32) (i: i64) = xs with [i] = 0
def main (xs: *[2]i32) =
  let g = f xs
  in (g 0, g 1)
