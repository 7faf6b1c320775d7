-- ==
-- error: function
import "ad"
def main (x: f64) = (grad (\(y, f) -> f y) (x, \(y: f64) -> y * y)).0
