-- ==
-- input { 3 } output { 3i64 5.0f32 }
def main (x: i32) = (i64.i32 (x : i32), (5 : f32))
