-- ==
-- input { 1 } output { 2 5 1 }
def main (x: i32) =
  let r = {a = x, b = 5}
  let s = r with a = r.a + 1
  in (s.a, s.b, r.a)
