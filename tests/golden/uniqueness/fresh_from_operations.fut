-- iota, replicate, ++, scan, filter, scatter, unflatten of new, copy: all may be overwritten.
-- ==
-- input { [1i64, 2i64] } output { 36i64 }
def main (xs: [2]i64) =
  let a = iota 2 with [0] = 9
  let b = replicate 2 1i64 with [0] = 9
  let c = (xs ++ xs) with [0] = 9
  let d = scan (+) 0 xs with [0] = 9
  in a[0] + b[0] + c[0] + d[0]
