-- ==
-- error: :3:23-.*<[+]>
def main (x: i32) = x <+> x
