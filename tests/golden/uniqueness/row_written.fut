-- A row of another array is copied into place.
-- ==
-- input { [[1, 2], [3, 4]] [7, 8] } output { [[7, 8], [3, 4]] [7, 8] }
def main (xss: *[2][2]i32) (row: [2]i32) = (xss with [0] = row, row)
