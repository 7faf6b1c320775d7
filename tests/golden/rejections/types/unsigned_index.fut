-- ==
-- error: :3:37-.*Index
def main (xs: []i32) (b: bool) = xs[b]
