-- ==
-- error: :3:30-.*Cannot apply
def main (a: i32) (b: i32) = a && b
