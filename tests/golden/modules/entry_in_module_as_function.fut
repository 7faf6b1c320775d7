-- ==
-- input { 2 } output { 4 }
module m = { def main (x: i32) = x * 2 }
def main (x: i32) = m.main x
