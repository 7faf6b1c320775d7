-- ==
-- error: :3:32-.*Cannot apply
def main (a: bool) (b: bool) = a + b
