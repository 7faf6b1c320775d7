-- The discrete Fourier transform by its definition, and by halves; both agree.
-- ==
-- input { [1.0, 2.0, 3.0, 4.0] } output { [10.0, -2.0, -2.0, -2.0] [0.0, 2.0, 0.0, -2.0] true }
def dft [n] (xs: [n]f64) : ([n]f64, [n]f64) =
  unzip (map (\k ->
    let angle j = -2 * f64.pi * f64.i64 (j * k) / f64.i64 n
    in ( f64.sum (map2 (\j x -> x * f64.cos (angle j)) (iota n) xs)
       , f64.sum (map2 (\j x -> x * f64.sin (angle j)) (iota n) xs) )) (iota n))
def fft [n] (xs: [n]f64) : ([n]f64, [n]f64) =
  if n < 2 then (xs, map (const 0) xs)
  else
    let h = n / 2
    let (er, ei) = fft xs[::2] :> ([h]f64, [h]f64)
    let (or, oi) = fft xs[1::2] :> ([h]f64, [h]f64)
    let (cs, ss) = unzip (map (\k -> let a = -2 * f64.pi * f64.i64 k / f64.i64 n in (f64.cos a, f64.sin a)) (iota h))
    let tr = map4 (\c s r i -> c * r - s * i) cs ss or oi
    let ti = map4 (\c s r i -> c * i + s * r) cs ss or oi
    in ( map2 (+) er tr ++ map2 (-) er tr :> [n]f64
       , map2 (+) ei ti ++ map2 (-) ei ti :> [n]f64 )
def main (xs: []f64) =
  let (r, i) = dft xs
  let (r', i') = fft xs
  in (r, i, and (map4 (\a b c d -> f64.abs (a - b) + f64.abs (c - d) < 1e-9) r r' i i'))
