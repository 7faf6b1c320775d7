-- The order of the fields does not matter.
-- ==
-- input { 1 } output { 1 true true }
def f (r: {a: i32, b: bool}) = (r.a, r.b)
def main (x: i32) =
  let (p, q) = f {b = true, a = x}
  in (p, q, {a = 1, b = 2} == {b = 2, a = 1})
