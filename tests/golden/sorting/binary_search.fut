-- ==
-- input { [1, 3, 5, 7] 5 } output { 2i64 }
-- input { [1, 3, 5, 7] 0 } output { 0i64 }
-- input { [1, 3, 5, 7] 8 } output { 4i64 }
-- input { empty([0]i32) 1 } output { 0i64 }
def main [n] (xs: [n]i32) (x: i32) =
  (loop (lo, hi) = (0, n) while lo < hi do
     let mid = (lo + hi) / 2
     in if xs[mid] < x then (mid + 1, hi) else (lo, mid)).0
