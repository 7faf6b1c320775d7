-- A payload that is a tuple is one payload.
-- ==
-- input { 1 } output { 3 }
type t = #pair (i32, i32) | #two i32 i32
def f (v: t) = match v case #pair (a, b) -> a - b case #two a b -> a + b
def main (x: i32) = f (#pair (5, x)) - f (#two x 0)
