-- Dynamic time warping of rows to one row, an antidiagonal at a time, of which the last two are at hand.

import "lib/random"

def cost [n] (a: [n]f64) (b: [n]f64) : f64 =
  let none = 1e10
  let (_, last) =
    loop (before, last) = (replicate (n + 1) none, replicate (n + 1) none) for d < 2 * n - 1 do
      let next = tabulate (n + 1) (\i ->
        if i == 0 then none
        else let j = d - (i - 1)
             in if j < 0 || j > n - 1 then none
                else let least = if i == 1 && j == 0 then 0
                                 else f64.min before[i - 1] (f64.min last[i - 1] last[i])
                     in (a[i - 1] - b[j]) ** 2 + least)
      in (last, next)
  in last[n]

def loss [m] [n] (as: [m][n]f64) (b: [n]f64) : f64 = f64.sum (map (\a -> cost a b) as)

entry input : ([1300][32]f64, [32]f64) = (reals_2d 1300 32 1 (-1) 1, reals 32 2 (-1) 1)

entry primal [m] [n] (as: [m][n]f64) (b: [n]f64) : f64 = loss as b

entry gradient [m] [n] (as: [m][n]f64) (b: [n]f64) : ([m][n]f64, [n]f64) =
  vjp (\(as, b) -> loss as b) (as, b) 1
