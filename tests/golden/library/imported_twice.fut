-- The library is one module, whoever imports it; it can have a name.
-- ==
-- input { 3.0 } output { 6.0 6f32 }
module d = import "ad"
import "lib/square"
def main (x: f64) = (d.grad square x, d.ad_f32.grad (\x -> x * x) 3)
