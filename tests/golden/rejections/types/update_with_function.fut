-- ==
-- error: :3:39-.*New value does not have the type of what it replaces
def main (xs: *[]i32) = xs with [0] = (+ 1)
