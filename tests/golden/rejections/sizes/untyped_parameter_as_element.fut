-- ==
-- error: Array element does not have[^$]*scope violation
def h x (n: i64) = [x, iota n]
def main = h [1, 2, 3] 2
