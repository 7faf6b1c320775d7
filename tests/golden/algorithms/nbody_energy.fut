-- Two bodies on a circle: after a whole turn they are where they were.
-- ==
-- input { 1000 } output { 0.5 0.0 }
type body = {x: f64, y: f64, vx: f64, vy: f64}
def accel [n] (bs: [n]body) (b: body) : (f64, f64) =
  reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0)
    (map (\o ->
       let (dx, dy) = (o.x - b.x, o.y - b.y)
       let r2 = dx * dx + dy * dy
       in if r2 == 0 then (0, 0) else let r3 = r2 * f64.sqrt r2 in (dx / r3, dy / r3)) bs)
def step [n] (dt: f64) (bs: [n]body) : [n]body =
  let half = map (\b -> let (ax, ay) = accel bs b in b with vx = b.vx + ax * dt / 2 with vy = b.vy + ay * dt / 2) bs
  let moved = map (\b -> b with x = b.x + b.vx * dt with y = b.y + b.vy * dt) half
  in map (\b -> let (ax, ay) = accel moved b in b with vx = b.vx + ax * dt / 2 with vy = b.vy + ay * dt / 2) moved
def main (k: i32) =
  let v = f64.sqrt 0.5
  let bs = [{x = 0.5, y = 0, vx = 0, vy = v}, {x = -0.5, y = 0, vx = 0, vy = -v}]
  let period = 2 * f64.pi * 0.5 / v
  let bs = loop bs for _i < k do step (period / f64.i32 k) bs
  in (bs[0].x, bs[0].y)
