-- What a function gives may not be a constant itself.
-- ==
-- error: :5:5-.*Function result aliases the free variable
def table : [3]i32 = [1, 2, 3]
def f (x: i32) = table
def main (x: i32) = f x
