-- ==
-- input { 7 } output { 7 8 }
def main (x: i32) =
  let r = {a = {b = {c = x}}, d = x + 1}
  in (r.a.b.c, r.d)
