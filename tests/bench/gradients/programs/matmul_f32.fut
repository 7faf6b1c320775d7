-- A product of matrices of f32 by rows and columns. The elements are eighths, so that no sum is
-- rounded and the order of adding does not matter.

import "lib/random"

def product [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) a

def weighted [n] [p] (w: [n][p]f32) (c: [n][p]f32) : f32 =
  f32.sum (map2 (\v r -> f32.sum (map2 (*) v r)) w c)

def eighths (n: i64) (m: i64) (seed: i64) : [n][m]f32 =
  tabulate_2d n m (\i j -> f32.i64 (whole seed 17 (i * m + j) - 8) / 8)

entry input : ([340][340]f32, [340][340]f32, [340][340]f32) =
  (eighths 340 340 1, eighths 340 340 2, eighths 340 340 3)

entry primal [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) (w: [n][p]f32) : f64 =
  f64.f32 (weighted w (product a b))

entry gradient [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) (w: [n][p]f32) : ([n][m]f64, [m][p]f64) =
  let (da, db) = vjp (\(a, b) -> weighted w (product a b)) (a, b) 1
  in (map (map f64.f32) da, map (map f64.f32) db)
