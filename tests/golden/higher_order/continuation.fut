-- ==
-- input { 3 4 } output { 5.0 }
def square_k 'r (x: f64) (k: f64 -> r) = k (x * x)
def main (a: i32) (b: i32) =
  square_k (f64.i32 a) \x -> square_k (f64.i32 b) \y -> f64.sqrt (x + y)
