-- ==
-- error: :4:21-.*equality
def f (x: i32) = x
def main (x: i32) = f == f
