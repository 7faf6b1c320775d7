-- Lanes whose loops are of different lengths go back together, from the longest one's end.
-- ==
-- tags { threads }
-- entry: below lengths arrays nested written longer
-- input {} output { true }
import "lib/check"

entry below =
  agrees (\xs -> map (\i -> loop s = 1 for j < i do s * (1 + 0.1 * xs[j] * xs[i]) + 0.01) (iota 7)) (some 7)

-- Among them none, and fewer than none.
entry lengths =
  agrees (\xs -> map2 (\n x -> loop s = x for j < n do f64.sin (s + xs[j])) [3, 0, 5, -2, 1] xs) (some 5)

entry arrays =
  agrees (\xs -> map2 (\n x -> let h = loop h = [x, 1] for j < n do [f64.tanh (h[0] + xs[j] * h[1]), h[0] * 0.5]
                               in h[0] + h[1] * x)
                      [1, 4, 0, 2] xs)
         (some 4)

entry nested =
  agrees (\xs -> map (\i -> loop s = 0 for j < i do
                              s * 0.5 + (loop t = xs[j] for k < j do f64.cos (t * xs[k]) + s * xs[i]))
                     (iota 5))
         (some 5)

entry written =
  agrees (\xs -> map2 (\n x -> let v = loop v = replicate 5 x for j < n do v with [j] = v[j] * xs[j] + v[(j + 1) % 5] ** 2
                               in f64.sum v)
                      [4, 2, 0, 3] xs)
         (map (* 0.5) (some 4))

-- More of them than a tile has.
entry longer =
  let xs = some 40
  let f xs = f64.sum (map (\i -> loop s = 0.1 for j < i % 40 do f64.sin (s * 0.9 + xs[j])) (iota 1500))
  let truth = differences (\xs -> [f xs]) xs
  in near_all truth[:, 0] (vjp f xs 1)
