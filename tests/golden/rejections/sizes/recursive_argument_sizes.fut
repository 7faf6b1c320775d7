-- ==
-- error: The recursive function "f" has type[^$]*is used with other sizes of its arguments
def f (xs: []i32) (ys: []i32) =
  if length xs == 0 then 0 else (zip xs ys)[0].0 + f xs[1:] ys[2:]
