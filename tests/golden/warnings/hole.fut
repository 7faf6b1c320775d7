-- What is due in a hole.
-- ==
-- input { 1 } error: hole of type i32 -> f64
-- warning: hole.fut:6:21-23:.*Hole of type: i32 -> f64

def main (x: i32) = ??? x + 1f64
