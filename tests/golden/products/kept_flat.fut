-- Matrices that are kept flat, and rows of a matrix by two numbers: what they give is what matrices
-- give. Reverse against forward, to second order, and widths of zero; arrays may be longer.
-- ==
-- tags { threads }
-- entry: products steps gates batched
-- input { 0i64 0i64 } output { true }
-- input { 1i64 0i64 } output { true }
-- input { 2i64 3i64 } output { true }
-- input { 5i64 0i64 } output { true }
-- input { 20i64 7i64 } output { true }

-- Errors are those of the first iteration that fails, by rows and by columns.
-- ==
-- entry: by_rows
-- input { 3i64 [1.0, 2.0] } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { 3i64 [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0] } error: Index \[7\] out of bounds for array of shape \[7\]
-- input { 2i64 [1.0, 2.0, 3.0, 4.0, 5.0] } output { [[3.0, 4.0], [5.0, 6.0]] }
-- input { 0i64 [1.0] } output { empty([0][0]f64) }

-- ==
-- entry: by_columns
-- input { 3i64 [1.0, 2.0] } error: Index \[3\] out of bounds for array of shape \[2\]
-- input { 3i64 [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0] } error: Index \[7\] out of bounds for array of shape \[7\]
-- input { 4i64 [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0] } error: Index \[12\] out of bounds for array of shape \[10\]
-- input { 2i64 [1.0, 2.0, 3.0, 4.0, 5.0] } output { [[4.0, 6.0], [4.0, 6.0]] }
-- input { 0i64 [1.0] } output { empty([0][0]f64) }

-- ==
-- entry: by_two
-- input { 2i64 [[1.0, 2.0], [1.0, 2.0], [1.0, 2.0], [1.0, 2.0], [1.0, 2.0]] } error: Index \[5, 0\] out of bounds for array of shape \[5\]\[2\]
-- input { 1i64 [[1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 5.0], [1.0, 6.0]] } output { [[3.0], [4.0], [5.0], [6.0]] }

def near (a: f64) (b: f64) = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a)

def reals (n: i64) (seed: f64) : [n]f64 = tabulate n (\i -> f64.sin (seed + 0.7 * f64.i64 i))

def dot [n] (a: [n]f64) (b: [n]f64) = f64.sum (map2 (*) a b)

-- | Along directions: the gradient against the derivative forwards, and that of the gradient in a
-- direction against that of the derivative forwards.
def agrees [n] (f: [n]f64 -> f64) (x: [n]f64) : bool =
  let d = reals n 3
  let e = reals n 5
  let along p v = jvp f p v
  in near (dot (vjp f x 1) d) (along x d) &&
     near (dot (jvp (\p -> vjp f p 1) x e) d) (jvp (\p -> along p d) x e)

def product_of [l] (n: i64) (x: [l]f64) (y: [l]f64) : [n][n]f64 =
  tabulate_2d n n (\i j -> f64.sum (tabulate n (\k -> x[i * n + k] * y[k * n + j])))

def matmul [n] (a: [n][n]f64) (b: [n][n]f64) : [n][n]f64 =
  map (\row -> map (dot row) (transpose b)) a

entry products (n: i64) (more: i64) : bool =
  let l = n * n + more
  let x = reals l 1
  let y = reals l 2
  let as_rows (z: []f64) = unflatten (z[0:n * n] :> [n * n]f64)
  let loss z = f64.sum (map (\v -> v * v) (flatten (product_of n z (map f64.cos z))))
  in and (map2 near (flatten (product_of n x y)) (flatten (matmul (as_rows x) (as_rows y)))) &&
     agrees loss x

def stepped [m] (n: i64) (u: [m]f64) (p: [m]f64) : f64 =
  f64.sum (map (\v -> v * v)
    (loop p = p for _i < 3i64 do
       flatten (tabulate_2d n n (\i j ->
         f64.tanh (f64.sum (tabulate n (\k -> u[i * n + k] * p[k * n + j]))))) :> [m]f64))

entry steps (n: i64) (_: i64) : bool =
  let u = reals (n * n) 1
  let p = reals (n * n) 2
  let as_rows (z: [n * n]f64) = unflatten z
  let rows = loop p = as_rows p for _i < 3i64 do map (map f64.tanh) (matmul (as_rows u) p)
  in near (stepped n u p) (f64.sum (map (\v -> v * v) (flatten rows))) &&
     agrees (\u -> stepped n u p) u && agrees (\p -> stepped n u p) p

def gated [g][z] (h: i64) (w: [g][z]f64) (x: [z]f64) : [4][h]f64 =
  tabulate_2d 4 h (\k j -> f64.sum (tabulate z (\l -> w[k * h + j, l] * x[l])))

entry gates (h: i64) (more: i64) : bool =
  let g = 4 * h + more
  let w = unflatten (reals (g * 6) 1)
  let x = reals 6 2
  let rows = map (dot x) w
  let loss x = f64.sum (map f64.tanh (flatten (gated h (map (map (+ x[0])) w) x)))
  in and (map2 near (flatten (gated h w x)) (rows[0:4 * h] :> [4 * h]f64)) && agrees loss x

-- | One array of three dimensions, kept flat, and one of two.
def batched_of [l][m] (n: i64) (w: [l]f64) (x: [m]f64) : f64 =
  f64.sum (flatten_3d (tabulate_3d 3 n n (\q i j ->
    f64.tanh (f64.sum (tabulate n (\k -> w[i * n + k] * x[(q * n + k) * n + j]))))))

entry batched (n: i64) (more: i64) : bool =
  let w = reals (n * n + more) 1
  let x = reals (3 * n * n + more) 2
  let row (q: i64) = unflatten (x[q * n * n:(q + 1) * n * n] :> [n * n]f64)
  let rows = tabulate 3 (\q -> matmul (unflatten (w[0:n * n] :> [n * n]f64)) (row q))
  in near (batched_of n w x) (f64.sum (map f64.tanh (flatten_3d rows))) &&
     agrees (\w -> batched_of n w x) w && agrees (\x -> batched_of n w x) x

entry by_rows (n: i64) (a: []f64) : [n][n]f64 =
  tabulate_2d n n (\i j -> a[i * n + j] + 1.0 + f64.sum (tabulate n (\_ -> 0.5)))

entry by_columns (n: i64) (a: []f64) : [n][n]f64 =
  tabulate_2d n n (\_ j -> f64.sum (tabulate n (\k -> a[k * n + j])))

entry by_two [g][z] (m: i64) (w: [g][z]f64) : [4][m]f64 =
  tabulate_2d 4 m (\k j -> f64.sum (tabulate z (\l -> w[k * m + j, l])))
