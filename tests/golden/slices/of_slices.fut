-- ==
-- input { } output { [3i64, 5i64] [8i64, 6i64] 5i64 }
def main =
  let xs = iota 10
  let evens = xs[1::2]
  in (evens[1:3], xs[::-1][1:5:2], evens[2:][0])
