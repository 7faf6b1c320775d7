-- ==
-- input { } output { 5.0 0.7853981633974483 3.141592653589793 0.25 }
def main = (f64.hypot 3 4, f64.atan2 1 1, f64.atan2 0 (-1), f64.atan2pi 1 1)
