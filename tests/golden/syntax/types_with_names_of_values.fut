-- Types have names of their own: a value and a type may share one.
-- ==
-- input { 1 } output { 2 }
type t = i32
def t (x: t) : t = x + 1
def main (x: i32) = t x
