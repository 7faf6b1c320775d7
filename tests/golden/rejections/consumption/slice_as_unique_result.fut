-- ==
-- error: :3:5-.*Unique-typed return value is aliased to
def main (xs: []i32) : *[]i32 = xs[0:2]
