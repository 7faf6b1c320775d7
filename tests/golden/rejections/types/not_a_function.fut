-- ==
-- error: :3:21-.*Cannot apply
def main (x: i32) = x 1
