-- ==
-- input { 2.0 } output { 12.56 4.0 6.0 }
type shape = #circle f64 | #square f64 | #rectangle f64 f64
def area (s: shape) =
  match s
  case #circle r -> 3.14 * r * r
  case #square a -> a * a
  case #rectangle a b -> a * b
def main (x: f64) = (area (#circle x), area (#square x), area (#rectangle x 3))
