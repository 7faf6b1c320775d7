-- A mark on a function does not make what it gives fresh: the partial application holds `x`.
-- ==
-- error: Consuming variable "x"
def f (x: [3]i64) : *(i64 -> [3]i64) = \_ -> x
def main (x: [3]i64) = (f x 0) with [0] = 1
