-- Field names may be any names, and numbers.
-- ==
-- input { 1 } output { 1 2 3 }
def main (x: i32) =
  let r = {x' = x, f_1 = 2, 7 = 3}
  in (r.x', r.f_1, r.7)
