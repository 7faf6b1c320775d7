-- An integer literal becomes a float where one is needed.
-- ==
-- input { 0.5 }
-- output { 3.5 1.0 -2.5 }
def main (x: f64) = (x + 3, 2 * x, x - 3)
