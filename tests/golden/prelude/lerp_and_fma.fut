-- The weight of lerp is kept between 0 and 1.
-- ==
-- input { } output { 2.5 1.0 4.0 7.0 7.0 }
def main = (f64.lerp 1 4 0.5, f64.lerp 1 4 (-2), f64.lerp 1 4 2, f64.fma 2 3 1, f64.mad 2 3 1)
