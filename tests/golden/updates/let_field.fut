-- ==
-- input { 1 } output { 3 4 }
def main (x: i32) =
  let r = {a = x, b = {c = x}}
  let r.a = 3
  let r.b.c = 4
  in (r.a, r.b.c)
