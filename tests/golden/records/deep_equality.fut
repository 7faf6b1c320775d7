-- Equality looks into everything; a NaN anywhere makes it false.
-- ==
-- input { 1.0 } output { true true false }
-- input { f64.nan } output { false false true }
def main (x: f64) =
  let a = {p = (1, [x, 2]), q = {r = x}}
  in (a == a, [(x, true)] == [(x, true)], a != a)
