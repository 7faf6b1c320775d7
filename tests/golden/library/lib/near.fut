-- | Equal but for rounding, and what differences and minimisers leave.
def near (tolerance: f64) (a: f64) (b: f64) : bool =
  f64.abs (a - b) <= tolerance * f64.max 1 (f64.max (f64.abs a) (f64.abs b))

def near_all [n] [m] (tolerance: f64) (a: [n]f64) (b: [m]f64) : bool =
  n == m && and (map2 (near tolerance) a (b :> [n]f64))
