-- Vectors of integers there are none.
-- ==
-- input { 3i32 }
-- error: elements of type f16, f32 or f64; here they would be of i32
def main (x: i32) : []i32 = ravel x
