-- Operators with patterns as operands, with types, in prefix form, polymorphic.
-- ==
-- input { 1 2 } output { 4 6 3 [1, 2] }
def (a: i32, b: i32) +! (c: i32, d: i32) : (i32, i32) = (a + c, b + d)
def a -! b : i32 = a + b
def (++!) 'a (x: a) (y: a) = [x, y]
def main (x: i32) (y: i32) =
  let (p, q) = (x, y) +! (3, 4)
  in (p, q, x -! y, x ++! y)
