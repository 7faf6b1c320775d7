-- An exponentially smoothed series and its squared error, over chunks by `stream_seq` with a loop
-- inside.

import "lib/random"

def loss [n] (alpha: f64) (xs: [n]f64) : f64 =
  let block (c: i64) (level: f64) (xs: [c]f64) : (f64, [c]f64) =
    loop (level, errors) = (level, replicate c 0) for i < c do
      let error = xs[i] - level
      in (level + alpha * error, errors with [i] = error * error)
  let (_, errors) = stream_seq block 0 xs
  in f64.sum errors / f64.i64 n

entry input : (f64, [200000]f64) = (0.3, reals 200000 1 (-1) 1)

entry primal [n] (alpha: f64) (xs: [n]f64) : f64 = loss alpha xs

entry gradient [n] (alpha: f64) (xs: [n]f64) : (f64, [n]f64) =
  vjp (\(alpha, xs) -> loss alpha xs) (alpha, xs) 1
