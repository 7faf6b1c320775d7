-- A tree whose nodes have children in a loop.

def node (d: i64) (x: f64) : f64 =
  if d == 0 then f64.sin x
  else loop s = x for i < 3 do f64.tanh (s * 0.5) + node (d - 1) (x + 0.1 * s * f64.i64 i)

entry input : (i64, f64) = (8, 0.4)

entry primal (d: i64) (x: f64) : f64 = node d x

entry gradient (d: i64) (x: f64) : f64 = vjp (node d) x 1
