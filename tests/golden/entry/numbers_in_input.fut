-- Every way to write numbers in input.
-- ==
-- input { [0xff, 0b11, 1_000, -5] [1.0, 1e3, -2.5e-1, f64.inf, -f64.inf] }
-- output { [255, 3, 1000, -5] [1.0, 1000.0, -0.25, f64.inf, -f64.inf] }
entry main (xs: []i32) (ys: []f64) = (xs, ys)
