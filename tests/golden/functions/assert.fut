-- ==
-- input { 3 } output { 30 }
-- input { -1 } error: x > 0
def main (x: i32) = assert (x > 0) (x * 10)
