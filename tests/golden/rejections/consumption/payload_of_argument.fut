-- Another payload is.
-- ==
-- error: Consuming variable "x"
def two (x: [3]i64) = #c (copy x) x : #c ([3]i64) ([3]i64)
def main (x: [3]i64) = match two x case #c _ b -> b with [0] = 8
