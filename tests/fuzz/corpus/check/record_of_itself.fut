-- ==
-- input { 3 } output { 3i84 3.0f32 5 true }
module int = i32
def main (x: i32) = (i64.i32 x, f32.i32 x, int.max x 5, (\x -> x.i32 x))
