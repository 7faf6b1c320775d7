-- A tree whose nodes have children in a map.

def node (d: i64) (x: f64) : f64 =
  if d == 0 then f64.sin x
  else f64.sum (map (\i -> f64.tanh (node (d - 1) (x + 0.1 * f64.i64 i))) (iota 3))

entry input : (i64, f64) = (8, 0.4)

entry primal (d: i64) (x: f64) : f64 = node d x

entry gradient (d: i64) (x: f64) : f64 = vjp (node d) x 1
