-- ==
-- input { 1 } error: [Hh]ole
def f (x: i32) (y: i32) = x + y
def main (x: i32) = f x ???
