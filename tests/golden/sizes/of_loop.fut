-- A loop that keeps the size of its parameter gives an array of that size.
-- ==
-- input { [1, 2] 3 } output { [4, 5] }
def main [n] (xs: [n]i32) (k: i32) : [n]i32 = loop ys = xs for _i < k do map (+ 1) ys
