-- What is returned as unique may not be a parameter.
-- ==
-- error: aliased to "xs"

def main (xs: []i32): *[]i32 = xs
