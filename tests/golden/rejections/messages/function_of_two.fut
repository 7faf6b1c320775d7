-- What takes two arguments is for map2.
-- ==
-- error: Hint: .*map2 f xs ys
def main (xs: []f64) = map (+) xs
