-- A filter of two states in generic products of arrays; the state begins as literals.

import "lib/random"

def mul [n] [m] [k] (a: [n][m]f64) (b: [m][k]f64) : [n][k]f64 =
  map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
def apply [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\r -> f64.sum (map2 (*) r x)) a
def add [n] [m] (a: [n][m]f64) (b: [n][m]f64) : [n][m]f64 = map2 (map2 (+)) a b

def loss [n] (ys: [n]f64) (f: [2][2]f64) (q: [4]f64) : f64 =
  let noise = [[q[0], 0], [0, q[1]]]
  let h = [1, q[2]]
  let (_, _, total) =
    loop (x, p, total) = ([0, 0], [[1, 0], [0, 1]], 0) for y in ys do
      let x = apply f x
      let p = add (mul (mul f p) (transpose f)) noise
      let v = y - f64.sum (map2 (*) h x)
      let ph = apply p h
      let s = f64.sum (map2 (*) h ph) + q[3]
      let gain = map (/ s) ph
      in (map2 (\a b -> a + b * v) x gain,
          map2 (\r g -> map2 (\e c -> e - g * c) r ph) p gain,
          total - 0.5 * (f64.log s + v * v / s))
  in total

entry input : ([10000]f64, [2][2]f64, [4]f64) =
  (reals 10000 1 (-1) 1, [[0.9, 0.2], [-0.1, 0.8]], [0.2, 0.3, 0.4, 0.5])

entry primal [n] (ys: [n]f64) (f: [2][2]f64) (q: [4]f64) : f64 = loss ys f q

entry gradient [n] (ys: [n]f64) (f: [2][2]f64) (q: [4]f64) : ([n]f64, [2][2]f64, [4]f64) =
  vjp (\(ys, f, q) -> loss ys f q) (ys, f, q) 1

entry second [n] (ys: [n]f64) (f: [2][2]f64) (q: [4]f64) : ([n]f64, [2][2]f64, [4]f64) =
  vjp (\x -> vjp (\(ys, f, q) -> loss ys f q) x 1) (ys, f, q) (ys, f, q)
