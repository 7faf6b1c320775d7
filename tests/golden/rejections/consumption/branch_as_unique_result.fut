-- ==
-- error: :3:5-.*Unique-typed return value is aliased to
def main (c: bool) (xs: []i32) : *[]i32 = if c then copy xs else xs
