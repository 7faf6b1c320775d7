-- The power spectrum by a recursive fast Fourier transform of pairs: halves by strided slices, put
-- together with concat.

import "lib/random"

def add (a: (f64, f64)) (b: (f64, f64)) : (f64, f64) = (a.0 + b.0, a.1 + b.1)
def sub (a: (f64, f64)) (b: (f64, f64)) : (f64, f64) = (a.0 - b.0, a.1 - b.1)
def mul (a: (f64, f64)) (b: (f64, f64)) : (f64, f64) =
  (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)

def fft [n] (x: [n](f64, f64)) : [n](f64, f64) =
  if n == 1
  then x
  else let h = n / 2
       let even = fft (x[0::2] :> [h](f64, f64))
       let odd = fft (x[1::2] :> [h](f64, f64))
       let root k = let a = -2 * f64.pi * f64.i64 k / f64.i64 n in (f64.cos a, f64.sin a)
       let turned = map2 mul (map root (iota h)) odd
       in map2 add even turned ++ map2 sub even turned :> [n](f64, f64)

def power [n] (re: [n]f64) (im: [n]f64) (w: [n]f64) : f64 =
  f64.sum (map2 (\w (a, b) -> w * (a * a + b * b)) w (fft (zip re im)))

entry input : ([1024]f64, [1024]f64, [1024]f64) =
  (reals 1024 1 (-1) 1, reals 1024 2 (-1) 1, reals 1024 3 0 1)

entry primal [n] (re: [n]f64) (im: [n]f64) (w: [n]f64) : f64 = power re im w

entry gradient [n] (re: [n]f64) (im: [n]f64) (w: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(re, im) -> power re im w) (re, im) 1
