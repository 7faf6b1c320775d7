-- Floats are compared with a tolerance of 0.002, or that part of the largest number.
-- ==
-- input { 1.0 } output { 1.0019 1001.9 }
def main (x: f64) = (x, x * 1000)
