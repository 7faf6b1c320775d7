-- ==
-- error: :3:46-.*Cannot apply
def main (xs: []i32) (n: i32) = length xs == n
