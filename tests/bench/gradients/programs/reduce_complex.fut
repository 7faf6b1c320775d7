-- A product of complex numbers near the unit circle, as pairs in a module of their own.

import "lib/random"

module complex = {
  type t = (f64, f64)
  def one : t = (1, 0)
  def times ((a, b): t) ((c, d): t) : t = (a * c - b * d, a * d + b * c)
}

def turned [n] (re: [n]f64) (im: [n]f64) : f64 =
  let (x, y) = reduce complex.times complex.one (zip re im)
  in x + 2 * y

entry input : ([300000]f64, [300000]f64) =
  (reals 300000 1 0.999 1.001, reals 300000 2 (-0.001) 0.001)

entry primal [n] (re: [n]f64) (im: [n]f64) : f64 = turned re im

entry gradient [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(re, im) -> turned re im) (re, im) 1

entry second [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(re, im) -> vjp (\(re, im) -> turned re im) (re, im) 1) (re, im) (re, im)
