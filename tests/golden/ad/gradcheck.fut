-- Cases that say `gradcheck` have their derivatives compared with differences, too.
-- ==
-- entry: model
-- gradcheck input { [[0.5, 1.0, 0.25], [1.5, 0.5, -0.75]] [0.1, -0.2] [1.0, 2.0, 3.0] 1i64 }
-- output { 0.009611451942740285 }
-- "at a kink" gradcheck input { [[0.0, 0.0, 0.0], [1.5, 0.5, -0.25]] [0.0, -0.2] [1.0, 2.0, 3.0] 1i64 }
-- output { -0.455547391623806 }

def layer [n] [m] (w: [m][n]f64) (b: [m]f64) (x: [n]f64) : [m]f64 =
  map2 (\row b -> f64.max 0 (f64.sum (map2 (*) row x) + b)) w b

entry model [n] [m] (w: [m][n]f64) (b: [m]f64) (x: [n]f64) (which: i64) : f64 =
  let ys = layer w b x
  in (ys[0] - 1) * ys[which] / (1 + f64.sum (map (** 2) ys))

-- ==
-- entry: steps
-- gradcheck input { [0.5f32, 1.5f32] 3 }

entry steps (start: [2]f32) (n: i32) : [2]f32 =
  let (x, v) = loop (x, v) = (start[0], start[1]) for _i < n do (x + 0.1 * v, v - 0.1 * f32.sin x)
  in [x, v]
