-- ==
-- input { [2i64, 0i64] } output { [8, 0, 7] [true, false, false] }
def main (is: [2]i64) = unzip (scatter (replicate 3 (0, false)) is [(7, false), (8, true)])
