-- ==
-- error: :3:30-.*Cannot apply
def main (xs: []i32) = xs == "abc"
