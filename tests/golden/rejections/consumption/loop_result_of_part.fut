-- ==
-- error: aliased to "ys"
def main (xs: *[2]i64) (ys: [2]i64) : *[2]i64 =
  let r = loop (x: (*[2]i64, [2]i64)) = (xs, ys) for i < 0i64 do (x.0 with [0] = 1, [2, 3])
  in r.1
