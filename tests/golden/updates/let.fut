-- let a[i] = v is let a = a with [i] = v.
-- ==
-- input { [1, 2, 3] } output { [3, 2, 3] }
def main (xs: *[]i32) =
  let xs[0] = xs[2]
  in xs
