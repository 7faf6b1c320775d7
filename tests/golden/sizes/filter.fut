-- What filter gives has a length of its own.
-- ==
-- error: unknown size returned by "filter"

def main [n] (xs: [n]i32): [n]i32 = filter (> 2) xs
