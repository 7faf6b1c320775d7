-- ==
-- input { 1 } output { 9 1 5 }
def main (x: i32) =
  let r = {p = {q = x, t = x}, s = 5}
  let r = r with p.q = 9
  in (r.p.q, r.p.t, r.s)
