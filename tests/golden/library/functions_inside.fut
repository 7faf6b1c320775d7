-- Functions have no place in a vector.
-- ==
-- error: function
def main (x: f64) : []f64 = ravel (x, \(y: f64) -> x + y)
