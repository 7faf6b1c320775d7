-- ==
-- input { 2.0 } output { 1.4142135623730951 }
-- input { 9.0 } output { 3.0 }
def main (a: f64) = loop x = a for _i < 20i32 do (x + a / x) / 2
