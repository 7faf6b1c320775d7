-- The new array of a function argument's result.
-- ==
-- input { [1, 2] } output { [9, 3] }
def on (f: [2]i32 -> *[2]i32) (xs: [2]i32) : *[2]i32 = f xs with [0] = 9
def main (xs: [2]i32) = on (map (+ 1)) xs
