-- Operators take their operands from left to right, calls their arguments from right to left,
-- whatever the names are made of.
-- ==
-- entry: named
-- input { [1i64, 2i64] } output { [2i64, 2i64] }
-- ==
-- entry: ticks
-- input { [1i64, 2i64] } output { [2i64, 2i64] }
def (+++) (x: *[]i64) (y: i64) = x with [0] = y
entry named (xs: *[]i64) = (+++) xs xs[1]

def f (y: i64) (x: *[]i64) = x with [0] = y
entry ticks (xs: *[]i64) = xs[1] `f` xs
