-- ==
-- error: :3:47-.*Function body does not have expected type
def main [n] (xs: [n]i32) (s: i64) : [n]i32 = xs[::s]
