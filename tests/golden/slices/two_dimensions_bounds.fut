-- ==
-- input { 0i64 2i64 } output { [[1, 2], [4, 5]] }
-- input { 0i64 4i64 } error: out of bounds for array of shape \[2\]\[3\]
-- input { 1i64 0i64 } error: out of bounds for array of shape \[2\]\[3\]
def main (i: i64) (j: i64) = [[1, 2, 3], [4, 5, 6]][0:2, i:j]
