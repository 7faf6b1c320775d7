-- ==
-- error: :3:24-.*xs
def main (xs: []i32) = xs with [0] = 1
