-- A point may be within an operator, and a module in front of it.
-- ==
-- input { 3 4 } output { 7 -1 12 }
module v = { def (+.) (a: i32) (b: i32) = a + b def (*..) (a: i32) (b: i32) = a * b }
def (-..-) (a: i32) (b: i32) = a - b
def main (a: i32) (b: i32) = (a v.+. b, a -..- b, a v.*.. b)
