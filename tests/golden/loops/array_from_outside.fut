-- What the body gives is not as long as what the loop begins with.
-- ==
-- input { [1i64, 2i64] [1i64, 2i64, 3i64] 1i64 } output { [1i64, 2i64, 3i64] }
-- input { [1i64, 2i64] [1i64, 2i64, 3i64] 0i64 } output { [1i64, 2i64] }
def f (xs: []i64) (ys: []i64) (n: i64) = loop _zs = xs for _i < n do ys
entry main (xs: []i64) (ys: []i64) (n: i64) = f xs ys n
