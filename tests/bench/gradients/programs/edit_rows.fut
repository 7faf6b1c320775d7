-- Edit distances of rows to one, in single precision, in one row of scores each.

import "lib/random"

def distance [n] (a: [n]f32) (b: [n]f32) : f32 =
  let scores =
    loop r = map f32.i64 (iota (n + 1)) for i < n do
      let before = r[0]
      let (r, _) =
        loop (r, diagonal) = (r with [0] = f32.i64 (i + 1), before) for j < n do
          let v = f32.min (diagonal + f32.abs (a[i] - b[j])) (f32.min (r[j + 1] + 0.3) (r[j] + 0.4))
          let above = r[j + 1]
          in (r with [j + 1] = v, above)
      in r
  in scores[n]

def loss [m] [n] (as: [m][n]f32) (b: [n]f32) : f64 =
  f64.sum (map (\a -> f64.f32 (distance a b)) as)

entry input : ([3400][26]f32, [26]f32) =
  (map (map f32.f64) (reals_2d 3400 26 1 0 1), map f32.f64 (reals 26 2 0 1))

entry primal [m] [n] (as: [m][n]f32) (b: [n]f32) : f64 = loss as b

entry gradient [m] [n] (as: [m][n]f32) (b: [n]f32) : ([m][n]f32, [n]f32) =
  vjp (\(as, b) -> loss as b) (as, b) 1
