-- ==
-- input { 3 } output { 7 }
def f (g: i32 -> i32 -> i32) : i32 -> i32 = \x -> g x (x + 1)
def main (x: i32) = f (+) x
