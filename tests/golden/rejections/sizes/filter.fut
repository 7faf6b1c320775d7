-- ==
-- error: :3:38-.*Function body does not have expected type
def main [n] (xs: [n]i32) : [n]i32 = filter (> 0) xs
