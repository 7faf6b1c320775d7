-- A number that is none is not even equal to itself; nothing may be concluded from x == x.
-- ==
-- input { f64.nan } output { [false, true, false, false, false, false, true] }
-- input { 1.0 } output { [true, false, true, true, false, false, false] }
def main (x: f64) = [x == x, x != x, x <= x, x >= x, x < x, x > x, !(x < x || x >= x)]
