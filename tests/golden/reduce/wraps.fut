-- ==
-- input { [100i8, 100i8, 100i8] } output { 44i8 64i8 }
def main (xs: []i8) = (reduce (+) 0 xs, reduce (*) 1 xs)
