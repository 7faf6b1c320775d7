-- ==
-- error: :3:26-.*Cannot apply
def main (n: i32) = iota n
