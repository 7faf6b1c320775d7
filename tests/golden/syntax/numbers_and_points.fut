-- After a point a number is a field: t.0.1 and t.1.0 are no floats.
-- ==
-- input { 1.5 } output { 1.5 2.5 1.5 }
def main (x: f64) =
  let t = ((x, 2.5), {0 = x, 1 = 1})
  in (t.0.0, t.0.1, t.1.0)
