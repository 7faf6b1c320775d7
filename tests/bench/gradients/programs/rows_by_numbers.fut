-- Rows picked by their numbers, and copied, in each step of a loop in a map; products of neighbours.

import "lib/random"

def loss [n] [m] (x: [n][m]f64) : f64 =
  f64.sum (map (\i -> loop s = 0 for j < m do
                        let rows = map (\k -> x[n - 1 - k]) (iota n)
                        let row = copy x[i]
                        in s + f64.sin rows[n - 1 - i][j] * row[(j + 1) % m])
               (iota n))

entry input : [400][300]f64 = reals_2d 400 300 1 (-1) 1

entry primal [n] [m] (x: [n][m]f64) : f64 = loss x

entry gradient [n] [m] (x: [n][m]f64) : [n][m]f64 = vjp loss x 1

entry second [n] [m] (x: [n][m]f64) : [n][m]f64 = vjp (\x -> vjp loss x 1) x (reals_2d n m 90 (-1) 1)
