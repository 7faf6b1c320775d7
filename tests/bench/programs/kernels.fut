-- Small kernels, one for each row of the benchmark table.

-- Ten dependent operations on every element.
entry chain [n] (xs: [n]f64) : [n]f64 =
  map (\x -> let a = x * 1.5
             let b = a + 2.25
             let c = b * x
             let d = c - 0.75
             let e = d * a
             let f = e + b
             let g = f * 0.5
             let h = g - x
             let i = h * c
             in i + 1.25)
      xs

entry transcendental [n] (xs: [n]f64) : f64 =
  f64.sum (map (\x -> f64.exp x + f64.log (x + 1) + f64.tanh x) xs)

entry logistic (r: f64) (x: f64) (n: i64) : f64 =
  loop x for _i < n do r * x * (1 - x)

def primal [m] (x: [m]f64) : f64 =
  let muls = scan (*) 1 x
  in f64.sum (map2 (*) muls x)

entry scan_primal [m] (x: [m]f64) : f64 = primal x
entry scan_gradient [m] (x: [m]f64) : [m]f64 = vjp (\x' -> primal x') x 1

entry sum_of_map (n: i64) : f64 =
  f64.sum (map (\i -> let x = f64.i64 i in x * x + 1) (iota n))
