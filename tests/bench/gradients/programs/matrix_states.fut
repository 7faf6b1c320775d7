-- Five matrices that are multiplied by one, step by step, and pass a nonlinearity: a map of loops.

import "lib/random"

def product [n] [m] [k] (a: [n][m]f64) (b: [m][k]f64) : [n][k]f64 =
  map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a

def loss [s] [n] (steps: i64) (u: [n][n]f64) (ps: [s][n][n]f64) : f64 =
  let last p = loop p for _t < steps do map (map f64.tanh) (product u p)
  in f64.sum (map (\p -> f64.sum (map f64.sum (last p))) ps)

entry input : (i64, [16][16]f64, [5][16][16]f64) =
  (100, reals_2d 16 16 1 (-0.4) 0.4, tabulate 5 (\s -> reals_2d 16 16 (s + 2) (-1) 1))

entry primal [s] [n] (steps: i64) (u: [n][n]f64) (ps: [s][n][n]f64) : f64 = loss steps u ps

entry gradient [s] [n] (steps: i64) (u: [n][n]f64) (ps: [s][n][n]f64) : ([n][n]f64, [s][n][n]f64) =
  vjp (\(u, ps) -> loss steps u ps) (u, ps) 1

entry second [s] [n] (steps: i64) (u: [n][n]f64) (ps: [s][n][n]f64) : ([n][n]f64, [s][n][n]f64) =
  vjp (\x -> vjp (\(u, ps) -> loss steps u ps) x 1) (u, ps) (u, ps)
