-- ==
-- input { 3 } output { 4 }
type ph 'a = i32
type^ t = ph (i32 -> i32)
def add (x: ph (i32 -> i32)) (y: t) : t = x + y
def main (x: i32) = add x 1
