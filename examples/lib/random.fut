-- | Numbers that look random, from a seed and an index.
--
-- There is no generator to be passed around: the i-th number of a seed is a function of both, so a
-- whole array of them is a map.

-- | A 64-bit number scrambled, so that neighbours have nothing in common any more. (The last steps
-- of the generator splitmix64.)
def scramble (x: u64) : u64 =
  let x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
  let x = (x ^ (x >> 27)) * 0x94d049bb133111eb
  in x ^ (x >> 31)

-- | The i-th number of a seed, evenly spread over [0, 1).
def uniform (seed: u64) (i: i64) : f64 =
  let bits = scramble (seed + 0x9e3779b97f4a7c15 * u64.i64 (i + 1))
  in f64.u64 (bits >> 11) / 9007199254740992 -- 2 to the power of 53

-- | n numbers of a seed, evenly spread over [-size, size).
def uniforms (seed: u64) (size: f64) (n: i64) : [n]f64 =
  tabulate n (\i -> size * (2 * uniform seed i - 1))
