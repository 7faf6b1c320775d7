-- What a function in a consumed record holds is consumed with it: what it gives may be.
-- ==
-- error: Consuming variable "x"
def f (p: *([3]i64, i64 -> [3]i64)) = (p.1 0) with [0] = 1
def main (x: [3]i64) = (f (copy x, \_ -> x), x)
