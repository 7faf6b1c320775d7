-- A function that calls itself twice, down an implicit binary tree.

def go (a: f64) (b: f64) (d: i64) (x: f64) : f64 =
  if d == 0 then f64.sin x
  else f64.tanh (go a b (d - 1) (x * a)) + 0.5 * go a b (d - 1) (x * b)

entry input : (i64, f64, f64, f64) = (14, 0.9, 1.1, 0.7)

entry primal (depth: i64) (a: f64) (b: f64) (x: f64) : f64 = go a b depth x

entry gradient (depth: i64) (a: f64) (b: f64) (x: f64) : (f64, f64, f64) =
  vjp (\(a, b, x) -> go a b depth x) (a, b, x) 1
