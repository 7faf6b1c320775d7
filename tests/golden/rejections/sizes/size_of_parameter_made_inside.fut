-- A parameter cannot have a size that the body makes.
-- ==
-- error: do not match
def main (n: i64) = (\ys -> map2 (+) (filter (> 1) (iota n)) ys) (iota n)
