-- ==
-- error: :3:31-.*Cannot apply
def main (x: i32) = map (+ 1) x
