-- Nor does it give the function away.
-- ==
-- error: Consuming variable "h"
def f (h: *(i64 -> [3]i64)) = (h 0) with [0] = 1
def main (x: [3]i64) = (f (\_ -> x), x)
