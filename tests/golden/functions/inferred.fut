-- Types of parameters and results need not be given.
-- ==
-- input { 2.0 } output { 7.0 4.0 }
def f x = x * x + 3.0
def pair x y = (x, y)
def main (x: f64) =
  let (a, b) = pair (f x) (x + x)
  in (a, b)
