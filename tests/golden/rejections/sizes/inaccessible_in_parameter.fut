-- A caller does not know what is bound inside of a parameter: no other one may mention it.
-- ==
-- error: The parameter "flags" .*\s+\[x\]bool\s+which mentions "x"(.|\s)*#inaccessible-size
def main (x: i64, y: i64) (flags: [x]bool) = (y, flags)
