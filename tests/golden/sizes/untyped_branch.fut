-- ==
-- input { [5i64] true } output { [5i64] }
-- input { [5i64] false } output { [0i64, 1i64] }
def h xs (n: i64) (b: bool) : []i64 = if b then xs else iota n
entry main (xs: []i64) (b: bool) = h xs 2 b
