-- ==
-- input { 1 2.0 } output { true false true }
def main (a: i32) (b: f64) = ((a, b) == (a, b), (a, b) == (a, b + 1), (a, (b, a)) != (a, (b, a + 1)))
