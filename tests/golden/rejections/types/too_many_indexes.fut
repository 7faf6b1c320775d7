-- ==
-- error: :3:24-.*Cannot index into value of type
def main (xs: []i32) = xs[0, 0]
