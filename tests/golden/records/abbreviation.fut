-- ==
-- input { 3.0 4.0 } output { 5.0 [6.0, 8.0] }
type vec = {x: f64, y: f64}
def norm (v: vec) = f64.sqrt (v.x * v.x + v.y * v.y)
def scale (k: f64) (v: vec) : vec = {x = k * v.x, y = k * v.y}
def main (x: f64) (y: f64) =
  let v = {x, y}
  let w = scale 2 v
  in (norm v, [w.x, w.y])
