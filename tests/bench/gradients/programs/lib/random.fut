-- Numbers that look random and are the same everywhere: the position and a seed, mixed.

local def mix (x: u64) : u64 =
  let x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
  let x = (x ^ (x >> 27)) * 0x94d049bb133111eb
  in x ^ (x >> 31)

local def bits (seed: i64) (i: i64) : u64 =
  mix (mix (u64.i64 seed + 0x9e3779b97f4a7c15) + u64.i64 i * 0x9e3779b97f4a7c15)

-- | In [low, high).
def real (seed: i64) (low: f64) (high: f64) (i: i64) : f64 =
  low + (high - low) * f64.u64 (bits seed i >> 11) / 9007199254740992

-- | From 0 to below [bound].
def whole (seed: i64) (bound: i64) (i: i64) : i64 =
  i64.u64 (bits seed i >> 1) % bound

def reals (n: i64) (seed: i64) (low: f64) (high: f64) : [n]f64 =
  tabulate n (real seed low high)

def reals_2d (n: i64) (m: i64) (seed: i64) (low: f64) (high: f64) : [n][m]f64 =
  tabulate_2d n m (\i j -> real seed low high (i * m + j))

def wholes (n: i64) (seed: i64) (bound: i64) : [n]i64 =
  tabulate n (whole seed bound)
