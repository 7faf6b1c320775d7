-- Numbered fields, also of nested tuples: x.0.1 is no float.
-- ==
-- input { 1 2 3 } output { 1 2 3 }
def main (a: i32) (b: i32) (c: i32) =
  let t = ((a, b), c)
  in (t.0.0, t.0.1, t.1)
