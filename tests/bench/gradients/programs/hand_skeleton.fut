-- Skinning of a hand: a chain of 4x4 transforms by three angles each, multiplied down from parents
-- (an array of matrices that is filled in place), then vertices as weighted means over the bones.

import "lib/random"

def matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : *[n][p]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

def local_transform (angle: [3]f64) (offset: [3]f64) : [4][4]f64 =
  let (cx, sx) = (f64.cos angle[0], f64.sin angle[0])
  let (cy, sy) = (f64.cos angle[1], f64.sin angle[1])
  let (cz, sz) = (f64.cos angle[2], f64.sin angle[2])
  let rx = [[1, 0, 0, 0], [0, cx, -sx, 0], [0, sx, cx, 0], [0, 0, 0, 1]]
  let ry = [[cy, 0, sy, 0], [0, 1, 0, 0], [-sy, 0, cy, 0], [0, 0, 0, 1]]
  let rz = [[cz, -sz, 0, offset[0]], [sz, cz, 0, offset[1]], [0, 0, 1, offset[2]], [0, 0, 0, 1]]
  in matmul rz (matmul ry rx)

def transforms [b] (angles: [b][3]f64) (offsets: [b][3]f64) (parents: [b]i64) : [b][4][4]f64 =
  loop world = replicate b (replicate 4 (replicate 4 0)) for i < b do
    let own = local_transform angles[i] offsets[i]
    in world with [i] = if i == 0 then own else matmul world[parents[i]] own

def loss [b] [v]
         (angles: [b][3]f64) (offsets: [b][3]f64) (parents: [b]i64)
         (vertices: [v][4]f64) (weights: [v][b]f64) (targets: [v][3]f64) : f64 =
  let world = transforms angles offsets parents
  let place vertex ws =
    let moved = map (\m -> map (\row -> f64.sum (map2 (*) row vertex)) m) world
    in map (\axis -> f64.sum (map2 (\w p -> w * p[axis]) ws moved)) (iota 3)
  let error vertex ws target =
    f64.sum (map2 (\p t -> (p - t) * (p - t)) (place vertex ws) target)
  in f64.sum (map3 error vertices weights targets)

entry input : ([20][3]f64, [20][3]f64, [20]i64, [17000][4]f64, [17000][20]f64, [17000][3]f64) =
  let vertex i = [real 4 (-1) 1 (3 * i), real 4 (-1) 1 (3 * i + 1), real 4 (-1) 1 (3 * i + 2), 1]
  in (reals_2d 20 3 1 (-1) 1,
      reals_2d 20 3 2 (-0.5) 0.5,
      map (\i -> if i % 4 == 1 then 0 else i64.max 0 (i - 1)) (iota 20),
      map vertex (iota 17000),
      reals_2d 17000 20 5 0 0.1,
      reals_2d 17000 3 6 (-1) 1)

entry primal [b] [v]
             (angles: [b][3]f64) (offsets: [b][3]f64) (parents: [b]i64)
             (vertices: [v][4]f64) (weights: [v][b]f64) (targets: [v][3]f64) : f64 =
  loss angles offsets parents vertices weights targets

entry gradient [b] [v]
               (angles: [b][3]f64) (offsets: [b][3]f64) (parents: [b]i64)
               (vertices: [v][4]f64) (weights: [v][b]f64) (targets: [v][3]f64) : [b][3]f64 =
  vjp (\a -> loss a offsets parents vertices weights targets) angles 1
