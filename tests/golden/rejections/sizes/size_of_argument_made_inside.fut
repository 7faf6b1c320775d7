-- ==
-- error: do not match
def ap (f: [3]i64 -> i64) = f [1, 2, 3]
def main (n: i64) = ap (\ys -> i64.sum (map2 (+) (filter (> 1) (iota n)) ys))
