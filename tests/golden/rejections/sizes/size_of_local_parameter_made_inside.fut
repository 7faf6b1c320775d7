-- ==
-- error: only made inside of the function
def main (n: i64) = let f ys = map2 (+) (filter (> 1) (iota n)) ys in f (iota n)
