-- ==
-- error: :3:59-.*Function body does not have expected type
def main [n] [m] (xs: [n]i32) (ys: [m]i32) : [m + n]i32 = xs ++ ys
