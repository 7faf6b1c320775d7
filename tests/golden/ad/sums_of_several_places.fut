-- Iterations add to places beside their own, those of a program's text in any order: to each place
-- in the order of iterations, in every tier.
-- ==
-- entry: gradients_of_rows
-- input { 12i64 1i64 }
-- input { 13i64 3i64 }
-- ==
-- entry: gradients_of_grids
-- input { 7i64 1i64 }
-- input { 9i64 2i64 }
-- ==
-- entry: gradient_of_far
-- input { 40i64 3i64 -9223372036854775805i64 }
-- ==
-- entry: agrees
-- input { 12i64 1i64 } output { true }
-- input { 40i64 3i64 } output { true }
-- input { 41i64 33i64 } output { true }

def norm (a: f64) (b: f64) (c: f64) : f64 = f64.sqrt (a * a + b * b + c * c + 1)

def upwards [n] [k] (u: [n]f64) (ks: [k]f64) : f64 =
  let one q = tabulate (n - 2) (\j -> norm (u[j] * q) (u[j + 1] * q * q) u[j + 2])
  in f64.sum (map (\q -> f64.sum (one q)) ks)

def downwards [n] [k] (u: [n]f64) (ks: [k]f64) : f64 =
  let one q = tabulate (n - 2) (\j -> norm (u[j + 2] * q) (u[j + 1] * q * q) u[j])
  in f64.sum (map (\q -> f64.sum (one q)) ks)

def by_loop [n] [k] (u: [n]f64) (ks: [k]f64) : f64 =
  let one q = loop s = 0 for j < n - 2 do s + norm (u[j + 1] * q) (u[j + 2] * q * q) u[j]
  in f64.sum (map one ks)

def grid [n] [k] (u: [n][n]f64) (ks: [k]f64) : f64 =
  let one q i j = norm (u[i, j + 2] * q) (u[i + 1, j + 1] * q * q) (u[i, j] - u[i + 1, j])
  in f64.sum (map (\q -> f64.sum (map f64.sum (tabulate_2d (n - 1) (n - 2) (one q)))) ks)

-- Of a window as an array.
def windows [n] [k] (u: [n][n]f64) (ks: [k]f64) : f64 =
  let one q i j = f64.sum (flatten (map2 (map2 (\w x -> w * q * x * x)) [[1, 2], [3, -1]]
                                         (u[i:i + 2, j:j + 2] :> [2][2]f64)))
  in f64.sum (map (\q -> f64.sum (map f64.sum (tabulate_2d (n - 1) (n - 1) (one q)))) ks)

def row (n: i64) : [n]f64 = tabulate n (\i -> f64.sin (f64.i64 (i * i)))
def plane (n: i64) : [n][n]f64 = tabulate_2d n n (\i j -> f64.sin (f64.i64 (i * 11 + j * j)))
def numbers (k: i64) : [k]f64 = tabulate k (\i -> f64.cos (f64.i64 i))

entry gradients_of_rows (n: i64) (k: i64) : [3][n]f64 =
  let of f = vjp (\u -> f u (numbers k)) (row n) 1
  in [of upwards, of downwards, of by_loop]

entry gradients_of_grids (n: i64) (k: i64) : [2][n][n]f64 =
  let of f = vjp (\u -> f u (numbers k)) (plane n) 1
  in [of grid, of windows]

-- Of places whose constants are farther from each other than numbers go.
entry gradient_of_far (n: i64) (k: i64) (at: i64) : [n]f64 =
  let far u = tabulate (n - 7) (\j -> f64.sqrt (1 + u[j + at + i64.highest] * u[j + at - i64.highest]))
  let sum u = f64.sum (map (\q -> q * f64.sum (far u)) (numbers k))
  in vjp sum (row n) 1

entry agrees (n: i64) (k: i64) : bool =
  let close back forth = f64.abs (back - forth) <= 1e-9 * (1 + f64.abs forth)
  let same_row f =
    let dot xs ys = f64.sum (map2 (*) xs ys)
    in close (dot (vjp (\u -> f u (numbers k)) (row n) 1) (numbers n))
             (jvp (\u -> f u (numbers k)) (row n) (numbers n))
  let same_plane f =
    let dot xs ys = f64.sum (map2 (*) (flatten xs) (flatten ys))
    in close (dot (vjp (\u -> f u (numbers k)) (plane n) 1) (map (map f64.cos) (plane n)))
             (jvp (\u -> f u (numbers k)) (plane n) (map (map f64.cos) (plane n)))
  in same_row upwards && same_row downwards && same_row by_loop && same_plane grid
     && same_plane windows
