-- ==
-- input { [1, 2, 3, 4] } output { 10 24 4 1 }
-- input { [5] } output { 5 5 5 5 }
-- input { empty([0]i32) } output { 0 1 -2147483648 2147483647 }
def main (xs: []i32) =
  (reduce (+) 0 xs, reduce (*) 1 xs, reduce i32.max i32.lowest xs, reduce i32.min i32.highest xs)
