-- A derivative of every order would be needed.
-- ==
-- entry: main
-- input { 3i64 2.0 } error: needs the derivative of itself

def derivative (n: i64) (x: f64) : f64 =
  if n == 0 then x * x * x else vjp (derivative (n - 1)) x 1

entry main (n: i64) (x: f64) = derivative n x
