-- So do modules of one's own with names of the prelude's.
-- ==
-- input { [1.5, 2.5] } output { 7 4.0 2.5 2i64 }
module i32 = { def sum (_: i32) : i32 = 7 }
module f32 = { def sqrt (x: f64) = x }
module i64 = { def x : i64 = 1 }
def main [n] (xs: [n]f64) = (i32.sum 1, f64.sum xs, f64.maximum xs, length xs)
