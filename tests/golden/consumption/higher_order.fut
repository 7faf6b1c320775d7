-- A function that consumes is none that does not.
-- ==
-- error: consuming

def first (xs: *[]i32): i32 = xs[0]
def main [n] (xss: *[n][n]i32): [n]i32 = map first xss
