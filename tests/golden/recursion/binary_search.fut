-- ==
-- input { [1, 3, 5, 7, 9] 7 } output { 3i64 }
-- input { [1, 3, 5, 7, 9] 4 } output { -1i64 }
def search [n] (xs: [n]i32) (x: i32) (lo: i64) (hi: i64) : i64 =
  if lo >= hi then -1
  else
    let mid = (lo + hi) / 2
    in if xs[mid] == x then mid
       else if xs[mid] < x then search xs x (mid + 1) hi
       else search xs x lo mid
def main [n] (xs: [n]i32) (x: i32) = search xs x 0 n
