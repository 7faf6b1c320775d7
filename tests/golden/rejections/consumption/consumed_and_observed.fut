-- ==
-- error: :4:27-.*Argument is consumed
def f (xs: *[]i32) (ys: []i32) = xs[0] + ys[0]
def main (xs: *[]i32) = f xs xs
