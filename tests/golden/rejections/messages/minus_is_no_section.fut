-- ==
-- error: what subtracts x
def main (xs: []i32) = map (-1) xs
