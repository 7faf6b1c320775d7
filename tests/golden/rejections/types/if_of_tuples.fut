-- ==
-- error: :3:22-.*Branches of if differ in type
def main (c: bool) = if c then (1, 2) else (1, 2, 3)
