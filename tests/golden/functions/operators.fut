-- Operators of one's own, with the precedence of their first characters.
-- ==
-- input { 2 3 4 } output { 14 20 }
def (+^) (a: i32) (b: i32) = a + b
def (*^) (a: i32) (b: i32) = a * b
def main (a: i32) (b: i32) (c: i32) = (a +^ b *^ c, (a +^ b) *^ c)
