-- A test may name any function of the file.
-- ==
-- entry: f
-- input { 3 } output { 4 }
def f (x: i32) = x + 1
