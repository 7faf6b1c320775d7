-- Once a function has been seen to choose a size, others may choose theirs.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64, 3i64] [1i64, 2i64] [9i64] }
def both '~a (f: i64 -> a) (g: i64 -> a) (n: i64) : (a, a) = (f n, g (n + 1))
def positive (n: i64) : []i64 = filter (> 0) (iota n)
entry main (n: i64) =
  let (a, b) = both iota iota n
  let (c, d) = both positive (\_ -> [9]) n
  in (a, b, c, d)
