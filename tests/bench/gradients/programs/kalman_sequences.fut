-- The Kalman filter of kalman.fut for five series: a map over them, in it a loop over observations.
-- The covariances are those of all.

import "lib/random"

def mul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
def add [n] [m] (a: [n][m]f64) (b: [n][m]f64) : [n][m]f64 = map2 (map2 (+)) a b
def sub [n] [m] (a: [n][m]f64) (b: [n][m]f64) : [n][m]f64 = map2 (map2 (-)) a b
def apply [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\r -> f64.sum (map2 (*) r x)) a
def diagonal [n] (d: [n]f64) : [n][n]f64 =
  map2 (\i x -> map (\j -> if i == j then x else 0) (iota n)) (iota n) d
def det (a: [2][2]f64) : f64 = a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0]
def inverse (a: [2][2]f64) : [2][2]f64 =
  let d = det a
  in [[a[1, 1] / d, -a[0, 1] / d], [-a[1, 0] / d, a[0, 0] / d]]

def one [n] [k] (f: [k][k]f64) (q: [k]f64) (r: [2]f64) (h: [2][k]f64) (zs: [n][2]f64) : f64 =
  let q = diagonal (map f64.exp q)
  let r = diagonal (map f64.exp r)
  let (_, _, total) =
    loop (x, p, total) = (replicate k 0, diagonal (replicate k 1), 0) for z in zs do
      let x = apply f x
      let p = add (mul f (mul p (transpose f))) q
      let y = map2 (-) z (apply h x)
      let s = add (mul h (mul p (transpose h))) r
      let si = inverse s
      let gain = mul p (mul (transpose h) si)
      let x = map2 (+) x (apply gain y)
      let p = sub p (mul gain (mul h p))
      in (x, p, total + 0.5 * (f64.log (det s) + f64.sum (map2 (*) y (apply si y))))
  in total

def loss [s] [n] [k] (f: [k][k]f64) (q: [k]f64) (r: [2]f64) (h: [2][k]f64) (zs: [s][n][2]f64) : f64 =
  f64.sum (map (one f q r h) zs)

entry input : ([4][4]f64, [4]f64, [2]f64, [2][4]f64, [5][200][2]f64) =
  ([[0.95, 0, 0.1, 0.01], [0.02, 0.9, 0.01, 0.1], [-0.1, 0.03, 0.95, 0.02], [0.01, -0.1, 0.02, 0.9]],
   [-3, -3.5, -2, -2.5], [-1.2, -0.8], [[1, 0, 0.2, 0], [0, 1, 0.1, 0.3]],
   tabulate 5 (\s -> reals_2d 200 2 (s + 1) (-1) 1))

entry primal [s] [n] [k] (f: [k][k]f64) (q: [k]f64) (r: [2]f64) (h: [2][k]f64) (zs: [s][n][2]f64) : f64 =
  loss f q r h zs

entry gradient [s] [n] [k] (f: [k][k]f64) (q: [k]f64) (r: [2]f64) (h: [2][k]f64) (zs: [s][n][2]f64)
               : ([k][k]f64, [k]f64, [2]f64) =
  vjp (\(f, q, r) -> loss f q r h zs) (f, q, r) 1

entry second [s] [n] [k] (f: [k][k]f64) (q: [k]f64) (r: [2]f64) (h: [2][k]f64) (zs: [s][n][2]f64)
             : ([k][k]f64, [k]f64, [2]f64) =
  vjp (\p -> vjp (\(f, q, r) -> loss f q r h zs) p 1) (f, q, r) (f, q, r)
