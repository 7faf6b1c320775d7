-- ==
-- input { 1i64 } output { [0i64, 5i64, 2i64] [0i64, 1i64, 2i64] [5i64, 1i64, 2i64] }
def table = iota 3
def main (i: i64) =
  let a = copy table
  let a[i] = 5
  let b = copy table
  let b[0] = 5
  in (a, copy table, b)
