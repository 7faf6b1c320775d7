-- ==
-- input { 2 } output { [3, 5, 7] [-2, -1, 0] }
def f (x: i32) = x + 1
def main (x: i32) = (f x..f x + x...3 * x + 1, -x...x - 2)
