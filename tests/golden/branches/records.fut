-- ==
-- input { true } output { 1 2 }
-- input { false } output { 3 4 }
def main (c: bool) =
  let r = if c then {a = 1, b = 2} else {b = 4, a = 3}
  in (r.a, r.b)
