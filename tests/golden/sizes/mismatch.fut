-- Two size parameters are not the same.
-- ==
-- error: Sizes "n" and "m" do not match

def main [n] [m] (xs: [n]i32) (ys: [m]i32) = zip xs ys
