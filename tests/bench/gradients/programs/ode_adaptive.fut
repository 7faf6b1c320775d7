-- Van der Pol's oscillator by Heun's and Euler's methods together: a `while` loop that chooses its
-- steps, refuses some, and ends at a given time.

def loss (mu: f64) (x0: f64) (v0: f64) (tolerance: f64) (end: f64) : f64 =
  let slope x v = (v, mu * (1 - x * x) * v - x)
  let (_, _, x, v, work) =
    loop (t, h, x, v, work) = (0, 0.01, x0, v0, 0) while t < end do
      let h = f64.min h (end - t)
      let (a, b) = slope x v
      let (c, d) = slope (x + h * a) (v + h * b)
      let (nx, nv) = (x + h / 2 * (a + c), v + h / 2 * (b + d))
      let error = f64.sqrt ((h / 2 * (c - a)) ** 2 + (h / 2 * (d - b)) ** 2) + 1e-14
      let next = h * f64.max 0.2 (f64.min 2 (0.9 * f64.sqrt (tolerance / error)))
      in if error <= tolerance
         then (t + h, next, nx, nv, work + h * x * x)
         else (t, next, x, v, work)
  in x * x + v + work

entry input : (f64, f64, f64, f64, f64) = (1.5, 2, 0, 1e-7, 10)

entry primal (mu: f64) (x: f64) (v: f64) (tolerance: f64) (end: f64) : f64 =
  loss mu x v tolerance end

entry gradient (mu: f64) (x: f64) (v: f64) (tolerance: f64) (end: f64) : (f64, f64, f64) =
  vjp (\(mu, x, v) -> loss mu x v tolerance end) (mu, x, v) 1
