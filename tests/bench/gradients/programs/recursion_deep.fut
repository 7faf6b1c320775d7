-- A recursion 5,000 deep, of which every call's result is used.

def go (a: f64) (n: i64) (x: f64) : f64 =
  if n == 0 then x else let y = go a (n - 1) (f64.sin (x + a)) in y * 0.999 + 0.001 * a * y * y

entry input : (i64, f64, f64) = (5000, 0.3, 0.7)

entry primal (n: i64) (a: f64) (x: f64) : f64 = go a n x

entry gradient (n: i64) (a: f64) (x: f64) : (f64, f64) = vjp (\(a, x) -> go a n x) (a, x) 1

entry second (n: i64) (a: f64) (x: f64) : (f64, f64) =
  vjp (\(a, x) -> let (da, dx) = vjp (\(a, x) -> go a n x) (a, x) 1 in da + dx) (a, x) 1
