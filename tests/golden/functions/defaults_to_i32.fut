-- A function that nothing constrains but arithmetic is one of i32.
-- ==
-- input { 3 } output { 6 }
def double x = x + x
def main (x: i32) = double x
