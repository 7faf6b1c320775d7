-- ==
-- input { 3 [4, 5] } output { -3 -4 -4 -5 true }
def f (x: i32) = x + 1
def main (x: i32) (xs: []i32) =
  let r = {a = x, b = false}
  in (-r.a, -xs[0], -f x, -(xs[1]), !r.b)
