-- Maps whose iterations each read a column, at any rows, and take something from a sum: what comes
-- back adds to columns, with a sign.

import "lib/check"

def k : [5]i64 = [3, 0, 2, 3, 1]

def both [n] (f: [n]f64 -> [n]f64) (by: i64) =
  let at = tabulate n (\i -> 1 + 0.3 * f64.sin (f64.i64 (7 * i + by)))
  in (first_order f at, second_order f at)

def matrix [n] (x: [n]f64) : [4][3]f64 = tabulate_2d 4 3 (\i j -> x[(i + j) % n] * f64.i64 (i + 2 * j + 1))

-- ==
-- entry: reciprocals minus_exp taken_away kept
-- input { 4i64 }
-- output { [true, true, true, true] [true, true, true, true] }
entry reciprocals n =
  both (\(x: [n]f64) ->
          let a = matrix x
          in replicate n (f64.sum (map (\i -> f64.sum (map (\j -> 1 / (a[k[j], i] + 2)) (iota 5))) (iota 3)))) n

entry minus_exp n =
  both (\(x: [n]f64) ->
          let a = matrix x
          in replicate n (f64.sum (map (\i -> f64.sum (map (\j -> -f64.sin a[k[j], i]) (iota 5))) (iota 3)))) n

entry taken_away n =
  both (\(x: [n]f64) ->
          let a = matrix x
          in replicate n (f64.sum (map (\i -> loop s = 1 for j < 5 do s - a[k[j], i] * a[k[j], i]) (iota 3)))) n

entry kept n =
  both (\(x: [n]f64) ->
          let a = matrix x
          let sums = map (\i -> loop s = 0 for j < 5 do s - f64.exp (0.1 * a[k[j], i]) * f64.i64 i) (iota 3)
          in map (\v -> v * sums[1] * a[2, 1]) x) n

-- ==
-- entry: gradient
-- input { [[1.0, 2.0, 3.0], [4.0, 5.0, 6.5], [0.25, 0.2, 0.75], [2.0, 2.0, 1.0]] [3i64, 0i64, 3i64] }
-- output { [[-0.1111111111111111, -0.0625, -0.04], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [-0.125, -0.125, -0.2222222222222222]] }
entry gradient [n] [m] [t] (a: [n][m]f64) (k: [t]i64) : [n][m]f64 =
  let f a = f64.sum (map (\i -> f64.sum (map (\j -> 1 / (a[k[j], i] + 2)) (iota t))) (iota m))
  in vjp f a 1
