-- ==
-- error: Hint: f64.i64 converts it
def mean (xs: []f64) = f64.sum xs / length xs
