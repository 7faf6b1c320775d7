-- ==
-- error: :3:24-.*Cannot apply
def main (x: i32) = (+ true) x
