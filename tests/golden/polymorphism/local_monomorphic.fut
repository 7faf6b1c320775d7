-- A local function has one type, which its uses decide.
-- ==
-- input { 2.5 } output { 5.0 7.5 }
def main (x: f64) =
  let double y = y + y
  in (double x, double x + x)
