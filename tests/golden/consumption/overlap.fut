-- A value may not be written into itself.
-- ==
-- error: might alias

def main [n] (xss: *[n][n]i32): [n][n]i32 = xss with [0] = xss[1]
