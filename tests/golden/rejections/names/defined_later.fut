-- Names must be defined before they are used.
-- ==
-- error: :4:18-.*"g"
def f (x: i32) = g x
def g (x: i32) = x
def main (x: i32) = f x
