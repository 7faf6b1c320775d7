-- Signs move; zeros keep theirs.
-- ==
-- input { [0.0, 0.0, 1.0, -0.0, 2.0] [0.0, -0.0, -0.0, -0.0, 3.0] }
-- output { [true, true, true, true, true] }

def bits (x: f64) = f64.to_bits x

-- What is written, of operands that are hidden from whoever moves signs.
def hidden (x: f64) : f64 = f64.from_bits (f64.to_bits x)
def sums (x: f64) (y: f64) = [x + -y, -x + y, x - -y, -x - -y, -x * y, x * -y, -x * -y, -x * 3, 3 * -x, -x / y, x / -y, x * -1, -1 * x, -(-x)]
def apart (x: f64) (y: f64) =
  let h = hidden
  in [ x + h (-y), h (-x) + y, x - h (-y), h (-x) - h (-y), h (-x) * y, x * h (-y), h (-x) * h (-y), h (-x) * 3, 3 * h (-x), h (-x) / y
     , x / h (-y), h (-x), h (-x), h (-(h (-x))) ]

def main (xs: []f64) (ys: []f64) =
  map2 (\x y -> and (map2 (\a b -> bits a == bits b || (f64.isnan a && f64.isnan b)) (sums x y) (apart x y))) xs ys
