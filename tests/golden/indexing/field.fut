-- Fields of records are indexed without parentheses.
-- ==
-- input { [4, 5] } output { 5 4 }
def main (xs: []i32) =
  let r = {a = xs, t = (xs, 0)}
  in (r.a[1], r.t.0[0])
