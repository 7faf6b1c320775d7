-- A constant cannot be consumed.
-- ==
-- error: :5:21-.*Consuming variable
def table : [3]i32 = [1, 2, 3]
def main (x: i32) = table with [0] = x
