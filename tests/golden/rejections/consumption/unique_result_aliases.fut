-- A unique result is nobody else's.
-- ==
-- error: :4:5-.*Unique-typed return value is aliased to
def f (xs: []i32) : *[]i32 = xs
def main (xs: []i32) = f xs
