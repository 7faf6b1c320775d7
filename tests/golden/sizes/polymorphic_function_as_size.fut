-- A size that applies a polymorphic function, and leaves the scope of what it is applied to.
-- ==
-- input { 2 } output { [0i64, 1i64] [0i64, 1i64, 2i64] [0i64, 1i64] }
def nth 't (_: t) (n: i64) = n

def main (x: i32) =
  let (a, b) = (i64.i32 x, i64.i32 (x + 1))
  in (iota a, iota (nth true b), iota (nth x a))
