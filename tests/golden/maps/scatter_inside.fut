-- ==
-- input { [[0i64, 2i64], [1i64, 3i64]] } output { [[7, 0, 8], [0, 7, 0]] }
def main (iss: [][2]i64) = map (\is -> scatter (replicate 3 0) is [7, 8]) iss
