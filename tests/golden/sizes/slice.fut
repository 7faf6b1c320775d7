-- Slices have the difference of their bounds.
-- ==
-- error: "n - 1" and "m - 1" do not match

def main [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs[1:] ys[1:]
