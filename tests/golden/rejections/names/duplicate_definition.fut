-- Two definitions of one name in one module.
-- ==
-- error: :5:5-.*Duplicate definition of value
def f (x: i32) = x
def f (x: i32) = x + 1
def main (x: i32) = f x
