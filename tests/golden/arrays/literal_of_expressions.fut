-- ==
-- input { 2 5 } output { [2, 5, 7, 10] }
def main (x: i32) (y: i32) = [x, y, x + y, x * y]
