-- A function on arrays of one size, as an argument.
-- ==
-- input { [3, 1, 2] } output { [4, 2, 3] }
def on_array [n] (f: [n]i32 -> [n]i32) (xs: [n]i32) : [n]i32 = f xs
def main (xs: []i32) = on_array (map (+ 1)) xs
