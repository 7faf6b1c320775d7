-- ==
-- error: :3:28-.*Cannot apply
def main (a: (i32, i32)) = a < a
