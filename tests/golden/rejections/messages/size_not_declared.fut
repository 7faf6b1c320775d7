-- ==
-- error: a size parameter is declared
def main (xs: [n]i32) = n
