-- A function that says so is one for all types of numbers that it may take, as at the prompt.
-- ==
-- entry: ints
-- input { 3 } output { 10 }
-- ==
-- entry: floats
-- input { 1.5 } output { 3.25 }
-- ==
-- entry: slope
-- input { 1.5 } output { 3.0 }
-- ==
-- entry: sums
-- input { [1i64, 2i64] [0.5f32, 1.5f32] } output { 3i64 2f32 }

#[general]
def square_and_one x = x * x + 1

#[general]
def total xs = reduce (+) 0 xs

entry ints (x: i32) = square_and_one x
entry floats (x: f64) = square_and_one x
entry slope (x: f64) = vjp square_and_one x 1
entry sums (xs: []i64) (ys: []f32) = (total xs, total ys)
