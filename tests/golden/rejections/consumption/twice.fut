-- ==
-- error: :4:30-.*Using variable
def eat2 (xs: *[]i32) (ys: *[]i32) = xs[0] + ys[0]
def main (xs: *[]i32) = eat2 xs xs
