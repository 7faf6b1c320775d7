-- Without #[general], a type that is free is chosen.
-- ==
-- error: Cannot apply "square" to "1\.5"

def square x = x * x

entry ints (x: i32) = square x
entry floats = square 1.5
