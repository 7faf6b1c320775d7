-- Two names are two sizes.
-- ==
-- error: :4:58-.*Cannot apply
def main [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys
