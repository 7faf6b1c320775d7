-- ==
-- input { 3 4 } output { 25 }
def square (x: i32) : i32 = x * x
def hypotenuse2 (a: i32) (b: i32) : i32 = square a + square b
def main (a: i32) (b: i32) = hypotenuse2 a b
