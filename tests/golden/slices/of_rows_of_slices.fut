-- Views of views of views: every step must keep offsets and strides right.
-- ==
-- input { } output { [22i64, 16i64, 10i64] 16i64 }
def main =
  let a = unflatten (iota 24 :> [4 * 6]i64)
  let b = transpose a
  let c = b[::-1]
  let d = c[1, 1:][::-1]
  in (map (+ 0) d, d[1])
