-- ==
-- error: :3:42-.*Function body does not have expected type
def main [n] (xs: [n]i32) : [n + 1]i32 = xs
