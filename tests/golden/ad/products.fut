-- Gradients of products of matrices in many texts are products again: large enough for a kernel,
-- against what they are in closed form.

def number (seed: i64) (i: i64) : f64 = f64.sin (f64.i64 (seed * 1000 + i * i % 977))
def matrix (n: i64) (m: i64) (seed: i64) : [n][m]f64 = tabulate_2d n m (\i j -> number seed (i * m + j))

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def rows [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\r -> map (dot r) (transpose b)) a
def indices [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> f64.sum (tabulate m (\k -> a[i, k] * b[k, j])))
def slices [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> dot a[i] b[:, j])
def loops [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> loop s = 0 for k < m do s + a[i, k] * b[k, j])
def chained [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> loop s = 0 for k < i32.i64 m do s + a[i][i64.i32 k] * b[i64.i32 k][j])
def outer [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  loop c = replicate n (replicate p 0) for k < m do
    map2 (\r x -> map2 (\s y -> s + x * y) r b[k]) c a[:, k]
def batched [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\(_: i64) -> rows a b) (iota 2) |> map flatten |> transpose |> map f64.sum |> map (* 0.5) |> unflatten

def largest [n] [m] (x: [n][m]f64) (y: [n][m]f64) : f64 =
  f64.maximum (flatten (map2 (map2 (\a b -> f64.abs (a - b))) x y))

def close (product: (a: [31][40]f64) -> (b: [40][33]f64) -> [31][33]f64) : bool =
  let (a, b, w) = (matrix 31 40 1, matrix 40 33 2, matrix 31 33 3)
  let (da, db) = vjp (\(a, b) -> product a b) (a, b) w
  let x = largest da (indices w (transpose b))
  let y = largest db (indices (transpose a) w)
  -- A layer whose products stand among other things, and its second derivative along a direction.
  let loss a b = f64.sum (flatten (map (map (\x -> f64.tanh (0.1 * x + 0.3))) (product a b)))
  let sech x = 0.1 * (1 - f64.tanh (0.1 * x + 0.3) ** 2)
  let bar = map (map sech) (indices a b)
  let (la, lb) = vjp (\(a, b) -> loss a b) (a, b) 1
  let u = largest la (indices bar (transpose b))
  let v = largest lb (indices (transpose a) bar)
  let slope f = jvp f (a, b) (matrix 31 40 4, matrix 40 33 5)
  let reverse (a, b) = vjp (\(a, b) -> loss a b) (a, b) 1
  let (ha, hb) = slope reverse
  let twice = f64.sum (flatten (map2 (map2 (*)) ha (matrix 31 40 4)))
              + f64.sum (flatten (map2 (map2 (*)) hb (matrix 40 33 5)))
  let along (t: f64) = loss (map2 (map2 (\x d -> x + t * d)) a (matrix 31 40 4))
                            (map2 (map2 (\x d -> x + t * d)) b (matrix 40 33 5))
  let differences = (along 1e-3 - 2 * along 0 + along (-1e-3)) / 1e-6
  in x < 1e-9 && y < 1e-9 && u < 1e-9 && v < 1e-9
     && f64.abs (twice - differences) < 1e-4 * (1 + f64.abs twice)

-- ==
-- entry: all
-- input { } output { [true, true, true, true, true, true, true] }
entry all = [close rows, close indices, close slices, close loops, close chained, close outer, close batched]
