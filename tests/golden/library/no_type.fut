-- Numbers of which type?
-- ==
-- input { 3.0 }
-- error: elements of type f16, f32 or f64; here they would be of a type that nothing here determines.*\(ravel x : \[\]f64\)
def main (x: f64) = length (ravel x)
