-- ==
-- input { [1, 2, 3] } output { [4, 6, 8] }
def main [n] (xs: [n]i32) : [n]i32 = (map (+ 1) >-> map (* 2)) xs
