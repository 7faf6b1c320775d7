-- Weighted order statistics of each row (L-moments), by insertion sort in place with `while`.

import "lib/random"

def sorted [n] (xs: [n]f64) : [n]f64 =
  loop ys = copy xs for i < n do
    let x = ys[i]
    let (ys, j) = loop (ys, j) = (ys, i) while j > 0 && ys[j - 1] > x do
                    let y = ys[j - 1]
                    in (ys with [j] = y, j - 1)
    in ys with [j] = x

def loss [m] [n] (rows: [m][n]f64) (w: [n]f64) : f64 =
  f64.sum (map (\row -> f64.sum (map2 (*) w (sorted row))) rows)

entry input : ([370][40]f64, [40]f64) = (reals_2d 370 40 1 0 1, reals 40 2 (-1) 1)

entry primal [m] [n] (rows: [m][n]f64) (w: [n]f64) : f64 = loss rows w

entry gradient [m] [n] (rows: [m][n]f64) (w: [n]f64) : ([m][n]f64, [n]f64) =
  vjp (\(rows, w) -> loss rows w) (rows, w) 1
