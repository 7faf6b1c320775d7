-- The power spectrum by Stockham's fast Fourier transform: a loop of maps over the indices, which
-- gathers from two arrays.

import "lib/random"

def stage [n] (l: i64) (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) =
  let m = n / (2 * l)
  let one i =
    let j = i % (n / 2) / m
    let a = -f64.pi * f64.i64 j / f64.i64 l
    let (c, s) = (f64.cos a, f64.sin a)
    let p = 2 * j * m + i % m
    let q = p + m
    let (x, y) = (c * re[q] - s * im[q], c * im[q] + s * re[q])
    in if i < n / 2 then (re[p] + x, im[p] + y) else (re[p] - x, im[p] - y)
  in unzip (map one (iota n))

def power [n] (re: [n]f64) (im: [n]f64) (w: [n]f64) : f64 =
  let (re, im, _) = loop (re, im, l) = (re, im, 1) while l < n do
                      let (re, im) = stage l re im in (re, im, 2 * l)
  in f64.sum (map3 (\w a b -> w * (a * a + b * b)) w re im)

entry input : ([8192]f64, [8192]f64, [8192]f64) =
  (reals 8192 1 (-1) 1, reals 8192 2 (-1) 1, reals 8192 3 0 1)

entry primal [n] (re: [n]f64) (im: [n]f64) (w: [n]f64) : f64 = power re im w

entry gradient [n] (re: [n]f64) (im: [n]f64) (w: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(re, im) -> power re im w) (re, im) 1
