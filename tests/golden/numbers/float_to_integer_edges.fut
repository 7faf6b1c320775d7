-- Truncation towards zero up to the ends of the range.
-- ==
-- input { 2147483647.9 -2147483648.9 } output { 2147483647 -2147483648 4294967295u32 }
def main (x: f64) (y: f64) = (i32.f64 x, i32.f64 y, u32.f64 (x * 2))
