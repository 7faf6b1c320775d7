-- The area of a polygon by the shoelace formula.
-- ==
-- input { [0.0, 4.0, 4.0, 0.0] [0.0, 0.0, 3.0, 3.0] } output { 12.0 }
def main [n] (xs: [n]f64) (ys: [n]f64) =
  f64.abs (f64.sum (map4 (\x y x' y' -> x * y' - x' * y) xs ys (rotate 1 xs) (rotate 1 ys))) / 2
