-- ==
-- input { 1 2 } output { 7 2 1 2 }
def main (a: i32) (b: i32) =
  let r = {a, b}
  let s = r with a = 7
  in (s.a, s.b, r.a, r.b)
