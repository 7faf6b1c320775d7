-- ==
-- input { [1, 2] 3 } output { [8, 16] }
def main (xs: []i32) (n: i32) = loop xs for _i < n do map (* 2) xs
