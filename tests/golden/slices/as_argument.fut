-- ==
-- input { [1, 2, 3, 4, 5, 6] } output { 6 12 }
def sum (xs: []i32) = reduce (+) 0 xs
def main (xs: []i32) = (sum xs[:3], sum xs[1::2])
