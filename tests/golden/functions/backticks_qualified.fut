-- ==
-- input { 10 3 } output { 10 3 }
def main (a: i32) (b: i32) = (a `i32.max` b, a `i32.min` b)
