-- Sizes in the types of functions as arguments.
-- ==
-- input { [3, 1] } output { [4, 2] 2i64 }
def apply [n] (xs: [n]i32) (f: [n]i32 -> [n]i32) : ([n]i32, i64) = (f xs, n)
def main (xs: []i32) = apply xs (map (+ 1))
