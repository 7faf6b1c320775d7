-- Sums keep their order: (x + 1e16) - 1e16 is not x.
-- ==
-- input { 1.0 } output { 0.0 1.0 }
-- input { 3.0 } output { 4.0 3.0 }
def main (x: f64) = ((x + 1e16) - 1e16, x + (1e16 - 1e16))
