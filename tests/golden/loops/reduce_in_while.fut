-- ==
-- input { [1, 2, 3] } output { [16, 32, 48] }
def main (xs: []i32) = loop xs while reduce (+) 0 xs < 60 do map (* 2) xs
