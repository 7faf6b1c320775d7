-- Operators that begin with =, <, >, ! bind like comparisons, to the left.
-- ==
-- input { 3 } output { true true }
def (=+) (a: i32) (b: i32) = i32.abs (a - b) < 2
def (<=>) (a: i32) (b: i32) : i32 = i32.sgn (a - b)
def main (x: i32) = (x + 1 =+ x * 1 && true, (x <=> 5) == -1)
