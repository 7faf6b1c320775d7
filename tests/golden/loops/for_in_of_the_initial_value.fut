-- What a loop goes over is the array as it was, even where the loop overwrites it.
-- ==
-- input { [1, 2, 3] } output { [1, 2, 9] }
def main (xs: *[]i32) = loop ys = xs for x in xs do ys with [2] = ys[2] + x
