-- Derivatives of derivatives grow until there is a limit, which says what stands in what.
-- ==
-- tags { long }
-- input { 10i64 0.5 }
-- error: vjp at .*:8:34-42, 8 times in itself

def body (n: i64) (x: f64) = loop y = x for _i < n do loop z = y for j < n / 2 do f64.sin (z * x) + f64.exp (f64.i64 j * y)
def g (f: f64 -> f64) (x: f64) = vjp f x 1
entry main (n: i64) (x: f64) = g (g (g (g (g (g (g (g (g (body n))))))))) x
