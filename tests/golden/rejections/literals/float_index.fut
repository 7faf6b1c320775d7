-- ==
-- error: :3:27-.*Index
def main (xs: []i32) = xs[1.0]
