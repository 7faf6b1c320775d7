-- ==
-- input { true }
-- error: The vector of unravel has elements of type f16, f32 or f64; here they would be of bool.*of the type of the numbers in the value
def main (x: bool) = unravel x [true]
