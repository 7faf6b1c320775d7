-- ==
-- input { 1.0 2.0 } output { 3.0 }
module shapes = import "lib/shapes"
def total (s: shapes.pair) = s.a + s.b
def main (a: f64) (b: f64) = total (shapes.make a b)
