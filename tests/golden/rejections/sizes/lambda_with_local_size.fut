-- A size that only exists inside a function cannot be in the type of a map's rows.
-- ==
-- error: :4:31-.*Cannot apply
def main (xss: [][]i32) = map (\xs -> let k = xs[0] in replicate (i64.i32 k) k) xss
