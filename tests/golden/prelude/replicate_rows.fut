-- ==
-- input { 2i64 [1, 2] } output { [[1, 2], [1, 2]] }
-- input { 0i64 [1, 2] } output { empty([0][2]i32) }
def main (n: i64) (row: []i32) = replicate n row
