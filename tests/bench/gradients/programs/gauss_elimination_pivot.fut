-- Linear equations by Gaussian elimination with partial pivoting: the pivot by a reduction to the
-- largest, rows swapped in place; then back substitution.

import "lib/random"

def argmax [n] (xs: [n]f64) : i64 =
  (reduce (\(x, i) (y, j) -> if y > x then (y, j) else (x, i)) (-1, -1) (zip xs (iota n))).1

def solve [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let (a, b) =
    loop (a, b) = (copy a, copy b) for k < n do
      let p = argmax (tabulate n (\i -> if i < k then -1 else f64.abs a[i, k]))
      let (row, other) = (copy a[k], copy a[p])
      let a = a with [k] = other
      let a = a with [p] = row
      let (x, y) = (b[k], b[p])
      let b = b with [k] = y
      let b = b with [p] = x
      in loop (a, b) for i in k + 1..<n do
           let factor = a[i, k] / a[k, k]
           let new = map2 (\x y -> x - factor * y) a[i] a[k]
           let v = b[i] - factor * b[k]
           in (a with [i] = new, b with [i] = v)
  in loop x = replicate n 0 for i' < n do
       let i = n - 1 - i'
       let s = f64.sum (map2 (*) a[i] x)
       in x with [i] = (b[i] - s) / a[i, i]

def loss [n] (a: [n][n]f64) (b: [n]f64) (w: [n]f64) : f64 = f64.sum (map2 (*) w (solve a b))

entry input : ([60][60]f64, [60]f64, [60]f64) =
  (reals_2d 60 60 1 (-1) 1, reals 60 2 (-1) 1, reals 60 3 (-1) 1)

entry primal [n] (a: [n][n]f64) (b: [n]f64) (w: [n]f64) : f64 = loss a b w

entry gradient [n] (a: [n][n]f64) (b: [n]f64) (w: [n]f64) : ([n][n]f64, [n]f64) =
  vjp (\(a, b) -> loss a b w) (a, b) 1
