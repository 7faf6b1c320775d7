-- Thirty iterations of conjugate gradients with a dense matrix.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def solve [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let (x, _, _, _) =
    loop (x, r, p, rr) = (replicate n 0, b, b, dot b b) for _i < 30 do
      let ap = map (dot p) a
      let alpha = rr / dot p ap
      let x = map2 (\x p -> x + alpha * p) x p
      let r = map2 (\r q -> r - alpha * q) r ap
      let new = dot r r
      let p = map2 (\r p -> r + new / rr * p) r p
      in (x, r, p, new)
  in x

entry input : ([440][440]f64, [440]f64, [440]f64) =
  (tabulate_2d 440 440 (\i j ->
     real 1 (-1) 1 (i64.max i j * 440 + i64.min i j) + if i == j then 40 else 0),
   reals 440 2 (-1) 1, reals 440 3 (-1) 1)

entry primal [n] (a: [n][n]f64) (b: [n]f64) (w: [n]f64) : f64 = dot w (solve a b)

entry gradient [n] (a: [n][n]f64) (b: [n]f64) (w: [n]f64) : ([n][n]f64, [n]f64) =
  vjp (\(a, b) -> dot w (solve a b)) (a, b) 1

entry second [n] (a: [n][n]f64) (b: [n]f64) (w: [n]f64) : [n][n]f64 =
  jvp (\a -> vjp (\a -> dot w (solve a b)) a 1) a (map (map (* 0.1)) a)
