-- What loops in maps add to arrays that all of the map share: summed first where sums are few, which
-- is known when it runs. The slope along a direction is the same by both modes, on either side of 512.
import "lib/check"

def layer [n] [m] (w: [n][m]f64) (b: [n]f64) (x: [m]f64) : [n]f64 =
  map2 (\row b -> b + f64.sum (map2 (*) row x)) w b

def flow [d] [h] (steps: i64) (w: [h][d]f64) (b: [h]f64) (u: [d][h]f64) (x: [d]f64) : [d]f64 =
  loop x for _i < steps do map2 (\x v -> x + 0.1 * v) x (layer u (map (0.3 *) x) (map f64.tanh (layer w b x)))

def numbers (n: i64) (m: i64) (k: f64) : [n][m]f64 =
  tabulate_2d n m (\i j -> f64.sin (k + f64.i64 (i * m + j)) * 0.6)

-- ==
-- entry: layers
-- input { 3i64 4i64 5i64 7i64 } output { true }
-- input { 12i64 18i64 3i64 40i64 } output { true }
-- input { 16i64 16i64 3i64 20i64 } output { true }
-- input { 20i64 30i64 3i64 40i64 } output { true }
-- input { 3i64 4i64 0i64 5i64 } output { true }
-- input { 3i64 4i64 -2i64 5i64 } output { true }
-- input { 0i64 4i64 3i64 5i64 } output { true }
-- input { 3i64 0i64 3i64 5i64 } output { true }
-- input { 3i64 4i64 3i64 0i64 } output { true }
entry layers (d: i64) (h: i64) (steps: i64) (n: i64) : bool =
  let xs = numbers n d 0.5
  let loss (w: [h][d]f64, b: [h]f64, u: [d][h]f64) =
    f64.sum (map (\x -> f64.sum (flow steps w b u x)) xs)
  let at = (numbers h d 1, numbers 1 h 2 |> (\m -> m[0]), numbers d h 3)
  let along = (numbers h d 4, numbers 1 h 5 |> (\m -> m[0]), numbers d h 6)
  let dot [k] (x: [k]f64) (y: [k]f64) = f64.sum (map2 (*) x y)
  let with_direction (a, b, c) =
    f64.sum (map2 dot a along.0) + dot b along.1 + f64.sum (map2 dot c along.2)
  let gradient p = vjp loss p 1
  in near (with_direction (gradient at)) (jvp loss at along)
     && near (with_direction (jvp gradient at along))
             (with_direction (vjp (\p -> vjp loss p 1) at along))

-- Places that the turns of an inner loop count, and rows.
-- ==
-- entry: counted
-- input { 5i64 } output { true }
-- input { 300i64 } output { true }
-- input { 0i64 } output { true }
entry counted (m: i64) : bool =
  let f (weights: [m]f64) =
    f64.sum (map (\x -> loop s = x for k < 6 do
                          loop s for j < m do s + f64.sin (s * weights[j] + f64.i64 k) / 10)
                 [0.1, 0.5, -0.4])
  let (at, along) = (some m, map (\x -> x * x - 0.2) (some m))
  in near (f64.sum (map2 (*) (vjp f at 1) along)) (jvp f at along)
