-- The parts of a size that have been found out are shown.
-- ==
-- error: Actual: +\[n \+ m\]i32
def main [n] [m] (xs: [n]i32) (ys: [m]i32) : [n]i32 = xs ++ ys
