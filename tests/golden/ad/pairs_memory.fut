-- What is computed before outer iterations asks for no more memory than sums and operands do, which the
-- test gradient_pairs holds it to.

-- All pairs of points are computed in each turn, and are at no time an array: it would be 18 MB.
-- ==
-- tags { threads }
-- entry: pairs
-- input { } output { true }
entry pairs =
  let n = 1500i64
  let f [n] (xs: [n]f64) : f64 =
    f64.sum (loop ys = xs for _t < 5i64 do
      map (\x -> f64.sum (map2 (\z y -> y / (1 + (x - z) * (x - z))) xs ys) / f64.i64 n) xs)
  let xs = map (\i -> f64.sin (f64.i64 i)) (iota n)
  let slope = f64.sum (map2 (*) xs (vjp f xs 1))
  let along = jvp f xs xs
  in f64.abs (slope - along) <= 1e-9 * f64.abs along

-- What never runs asks for nothing.
-- ==
-- entry: never
-- input { 0i64 } output { 2f64 1f64 }
entry never (m: i64) =
  vjp2 (\x -> loop s = x for _t < m do
                loop s = s for j < 4000000000 do s * f64.exp (x * f64.i64 j) * f64.exp x) 2 1

-- Nor do numbers of a loop that reads no array.
-- ==
-- entry: counted
-- input { 3000000i64 } output { true }
entry counted (n: i64) =
  let f (x: f64) = loop s = 1 for _t < 5i64 do
    s + (loop s = 0 for j < n do 0.5 * s + f64.sin (x * f64.i64 j) * f64.cos x)
  in !(f64.isnan (f 0.3 + jvp f 0.3 1))
