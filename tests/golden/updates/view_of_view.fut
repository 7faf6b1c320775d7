-- A write to a copy of a view of a view.
-- ==
-- input { } output { [[0i64, 1i64], [2i64, 3i64]] [[3i64, 100i64], [1i64, 0i64]] }
def main =
  let a = unflatten (iota 4 :> [2 * 2]i64)
  let b = copy a[::-1, ::-1]
  let b[0, 1] = 100
  in (a, b)
