-- The wealth of an investment from its returns (running products), and its mean and largest
-- drawdown from the running maximum.

import "lib/random"

def drawdown [n] (returns: [n]f64) : f64 =
  let wealth = scan (*) 1 (map (1 +) returns)
  let peaks = scan f64.max 0 wealth
  let falls = map2 (\w p -> (p - w) / p) wealth peaks
  in f64.maximum falls + f64.sum falls / f64.i64 n - 0.1 * f64.log (last wealth)

entry input : [300000]f64 = reals 300000 1 (-0.00999) 0.01

entry primal [n] (returns: [n]f64) : f64 = drawdown returns

entry gradient [n] (returns: [n]f64) : [n]f64 = vjp drawdown returns 1
