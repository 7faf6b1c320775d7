-- Rows of an array from further out of which little is read: the cotangent goes to its places in the array, not
-- to a row of zeros that is added. Values and derivatives are those of the same functions with one index.
import "lib/check"

def image (n: i64) : [3][n][n]f64 =
  tabulate_3d 3 n n (\c i j -> f64.sin (f64.i64 (7 * c + 3 * i + j)))
def kernels : [3][2][2]f64 = tabulate_3d 3 2 2 (\c i j -> f64.cos (f64.i64 (c + 2 * i + 5 * j)))

-- Channels beside their kernels: rows are operands of an inner map.
def by_rows [n] (im: [3][n][n]f64) (w: [3][2][2]f64) : f64 =
  f64.sum (map (\i ->
    f64.sum (map (\j ->
      f64.tanh (f64.sum (map2 (\c k ->
        f64.sum (map (\p -> f64.sum (map (\q -> c[i + p, j + q] * k[p, q]) (iota 2))) (iota 2))) im w)))
      (iota (n - 1)))) (iota (n - 1)))

def by_one_index [n] (im: [3][n][n]f64) (w: [3][2][2]f64) : f64 =
  f64.sum (map (\i ->
    f64.sum (map (\j ->
      f64.tanh (f64.sum (map (\c ->
        f64.sum (map (\p -> f64.sum (map (\q -> im[c, i + p, j + q] * w[c, p, q]) (iota 2))) (iota 2)))
        (iota 3))))
      (iota (n - 1)))) (iota (n - 1)))

-- Bound by let, sliced, in a loop.
def by_lets [n] (im: [3][n][n]f64) (w: [3][2][2]f64) : f64 =
  f64.sum (map (\i ->
    f64.sum (map (\j ->
      f64.tanh (f64.sum (map (\c ->
        let channel = im[c]
        let kernel = w[c]
        in f64.sum (map (\p -> f64.sum (map (\q -> channel[i + p][j + q] * kernel[p][q]) (iota 2))) (iota 2)))
        (iota 3))))
      (iota (n - 1)))) (iota (n - 1)))

def by_slices [n] (im: [3][n][n]f64) (w: [3][2][2]f64) : f64 =
  f64.sum (map (\i ->
    f64.sum (map (\j ->
      f64.tanh (f64.sum (map2 (\c k ->
        f64.sum (flatten (map2 (map2 (*)) (c[i:i + 2, j:j + 2] :> [2][2]f64) k))) im w)))
      (iota (n - 1)))) (iota (n - 1)))

def by_loop [n] (im: [3][n][n]f64) (w: [3][2][2]f64) : f64 =
  f64.sum (map (\i ->
    f64.sum (map (\j ->
      f64.tanh (loop s = 0 for (c, k) in zip im w do
        let part = c[i:i + 2]
        in s + f64.sum (map2 (\r ks -> f64.sum (map2 (*) (r[j:j + 2] :> [2]f64) ks)) (part :> [2][n]f64) k)))
      (iota (n - 1)))) (iota (n - 1)))

-- Tables, read at places that come from data.
def tables (ts: [3][40]f64) (p: [25]f64) : f64 =
  f64.sum (map (\x ->
    let i = i64.f64 (36 * f64.abs (f64.sin x))
    in f64.sum (map (\t -> x * f64.sum (map (\f -> f64.sin t[i + f]) (iota 3))) ts)) p)

def tables_by_one_index (ts: [3][40]f64) (p: [25]f64) : f64 =
  f64.sum (map (\x ->
    let i = i64.f64 (36 * f64.abs (f64.sin x))
    in f64.sum (map (\t -> x * f64.sum (map (\f -> f64.sin ts[t, i + f]) (iota 3))) (iota 3))) p)

def near_3d [n] (a: [3][n][n]f64) (b: [3][n][n]f64) : bool = and (map2 near_matrix a b)

def alike [n] (f: [3][n][n]f64 -> [3][2][2]f64 -> f64) (im: [3][n][n]f64) : bool =
  let w = copy kernels
  let along = map (map (map (\x -> x * x - 0.3))) im
  let (a, b) = vjp (\(im, w) -> f im w) (im, w) 1
  let (c, d) = vjp (\(im, w) -> by_one_index im w) (im, w) 1
  let second f = jvp (\im -> vjp (\im -> f im w) im 1) im along
  let reverse f = vjp (\im -> vjp (\im -> f im w) im 1) im along
  in near (f im w) (by_one_index im w) && near_3d a c && near_3d b d
     && near_3d (second f) (second by_one_index) && near_3d (reverse f) (second by_one_index)

-- ==
-- entry: rows lets slices loops
-- input { 2i64 } output { true }
-- input { 9i64 } output { true }
entry rows (n: i64) = alike by_rows (image n)
entry lets (n: i64) = alike by_lets (image n)
entry slices (n: i64) = alike by_slices (image n)
entry loops (n: i64) = alike by_loop (image n)

-- ==
-- entry: from_tables
-- input { } output { true }
entry from_tables =
  let ts = tabulate_2d 3 40 (\i j -> f64.cos (f64.i64 (11 * i + j)))
  let p = map (\i -> 0.1 * f64.i64 i) (iota 25)
  let (a, b) = vjp (\(ts, p) -> tables ts p) (ts, p) 1
  let (c, d) = vjp (\(ts, p) -> tables_by_one_index ts p) (ts, p) 1
  let second f = vjp (\ts -> vjp (\ts -> f ts p) ts 1) ts (map (map (+ 0.5)) ts)
  in near (tables ts p) (tables_by_one_index ts p) && near_matrix a c && near_all b d
     && near_matrix (second tables) (second tables_by_one_index)

-- A place outside of a row is outside, wherever it is in the array.
-- ==
-- entry: outside
-- input { 2i64 } error: out of bounds
entry outside (k: i64) : [2][3]f64 =
  vjp (\(m: [2][3]f64) ->
         f64.sum (map (\i -> f64.sum (map (\r -> f64.sum (map (\j -> r[i + j]) (iota k))) m)) (iota 3)))
      (replicate 2 (replicate 3 1)) 1
