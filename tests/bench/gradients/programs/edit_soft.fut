-- A smooth Smith-Waterman score of two sequences of letters, in a table filled in place with
-- `h[i][j]`; the derivative is with respect to the letters' scores and the cost of a gap.

import "lib/random"

def soft_max (a: f64) (b: f64) : f64 = f64.max a b + f64.log1p (f64.exp (-(f64.abs (a - b))))

def score [n] [m] [k] (s: [k][k]f64) (gap: f64) (a: [n]i64) (b: [m]i64) : f64 =
  let (_, total) =
    loop (h, total) = (replicate (n + 1) (replicate (m + 1) 0), 0) for i in 1...n do
      loop (h, total) for j in 1...m do
        let both = h[i - 1][j - 1] + s[a[i - 1]][b[j - 1]]
        let one = soft_max (h[i - 1][j] - gap) (h[i][j - 1] - gap)
        let here = soft_max 0 (soft_max both one)
        in (h with [i, j] = here, soft_max total here)
  in total

entry input : ([20][20]f64, f64, [120]i64, [150]i64) =
  (tabulate_2d 20 20 (\i j -> if i == j then 2 else real 1 (-1.5) 0.5 (i * 20 + j)), 1.5,
   wholes 120 2 20, wholes 150 3 20)

entry primal [n] [m] [k] (s: [k][k]f64) (gap: f64) (a: [n]i64) (b: [m]i64) : f64 = score s gap a b

entry gradient [n] [m] [k] (s: [k][k]f64) (gap: f64) (a: [n]i64) (b: [m]i64) : ([k][k]f64, f64) =
  vjp (\(s, gap) -> score s gap a b) (s, gap) 1
