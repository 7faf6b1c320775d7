-- ==
-- error: :3:31-.*Cannot apply
def main (xs: []i32) = filter (+ 1) xs
