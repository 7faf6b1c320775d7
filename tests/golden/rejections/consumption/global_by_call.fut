-- ==
-- error: :5:25-.*Consuming variable
def table : [3]i32 = [1, 2, 3]
def eat (xs: *[3]i32) = xs[0]
def main (x: i32) = eat table
