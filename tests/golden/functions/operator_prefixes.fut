-- The longest built-in prefix gives the binding: >>= binds as >>, tighter than ==, looser than +.
-- ==
-- input { 3 } output { true 7 6 }
def (>>=) (a: i32) (b: i32) = a + b
def (**=) (a: i32) (b: i32) = a - b
def (-.) (a: i32) (b: i32) = a - b
def main (x: i32) = (x >>= 1 + 1 == 5, 2 * x **= -1 -. 1, x -. -x)
