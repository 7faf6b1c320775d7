-- Floats in sizes are what they are, and not whole numbers.
-- ==
-- error: Sizes "i64\.f64 2\.5" and "i64\.f64 2\.0" do not match
def zeros (x: f64) : [i64.f64 x]i32 = replicate (i64.f64 x) 0
def main = zip (zeros 2.5) (zeros 2.0)
