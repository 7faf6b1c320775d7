-- A mark on a record says nothing of the functions in it: they may hold what stays in use.
-- ==
-- input { [1i64, 2i64, 3i64] } output { [5i64, 2i64, 3i64] [1i64, 2i64, 3i64] }
def f (x: [3]i64) : *([3]i64, i64 -> [3]i64) = (copy x, \_ -> x)
def g (x: [3]i64) : *{a: [3]i64, h: i64 -> [3]i64} = {a = copy x, h = \_ -> x}
def main (x: [3]i64) =
  let (a, h) = f x
  let {a = b, h = k} = g (h 0)
  let b[1] = a[1]
  in (a with [0] = 4 + b[0], k 0)
