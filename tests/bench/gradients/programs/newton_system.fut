-- Newton's method for three equations in three unknowns, for many parameters: steps by Cramer's
-- rule on tuples.

import "lib/random"

def det (a: (f64, f64, f64)) (b: (f64, f64, f64)) (c: (f64, f64, f64)) : f64 =
  a.0 * (b.1 * c.2 - b.2 * c.1) - b.0 * (a.1 * c.2 - a.2 * c.1) + c.0 * (a.1 * b.2 - a.2 * b.1)

def root (p: f64) (q: f64) : (f64, f64, f64) =
  loop (x, y, z) = (1, 1, 1) for _i < 8 do
    let e = f64.exp (0.1 * x)
    let f = (4 * x + 0.2 * y * y + z - p,
             x + 5 * y + 0.3 * x * z - q,
             0.2 * x * y + 4 * z + e - p - q)
    let dx = (4, 1 + 0.3 * z, 0.2 * y + 0.1 * e)
    let dy = (0.4 * y, 5, 0.2 * x)
    let dz = (1, 0.3 * x, 4)
    let d = det dx dy dz
    in (x - det f dy dz / d, y - det dx f dz / d, z - det dx dy f / d)

def loss [n] (p: [n]f64) (q: [n]f64) : f64 =
  f64.sum (map2 (\p q -> let (x, y, z) = root p q in x * x + 2 * y * y + 3 * z * z) p q)

entry input : ([30000]f64, [30000]f64) = (reals 30000 1 3 4, reals 30000 2 3 4)

entry primal [n] (p: [n]f64) (q: [n]f64) : f64 = loss p q

entry gradient [n] (p: [n]f64) (q: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(p, q) -> loss p q) (p, q) 1

entry second [n] (p: [n]f64) (q: [n]f64) : ([n]f64, [n]f64) =
  jvp (\(p, q) -> vjp (\(p, q) -> loss p q) (p, q) 1) (p, q) (q, p)
