-- A size parameter must be the size of something.
-- ==
-- error: :4:7-.*Size parameter
def f [n] (x: i32) = n
def main (x: i32) = x
