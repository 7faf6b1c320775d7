-- ==
-- error: :3:40-.*Function body does not have expected type
def main (xs: [2][3]i32) : [3][2]i32 = xs
