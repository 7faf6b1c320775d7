-- Streams: the derivative does not depend on the chunks.

import "lib/check"

-- The state and the results both matter, and both depend on what came before.
def by_element [c] (s: f64) (chunk: [c]f64) : (f64, [c]f64) =
  loop (s, out) = (s, replicate c 0) for i < c do
    let s = f64.sin s + chunk[i]
    in (s, out with [i] = s * chunk[i])

def last_and_all [n] (s: f64, ys: [n]f64) : [n + 1]f64 = sized (n + 1) ([s] ++ ys)

-- ==
-- entry: chunks
-- input { } output { [true, true, true, true, true] }
entry chunks =
  let f0 xs = last_and_all (stream_seq (\c s (xs: [c]f64) -> by_element s xs) 0.1 xs)
  let f1 xs = last_and_all (#[chunk(1)] stream_seq (\c s (xs: [c]f64) -> by_element s xs) 0.1 xs)
  let f2 xs = last_and_all (#[chunk(2)] stream_seq (\c s (xs: [c]f64) -> by_element s xs) 0.1 xs)
  let f9 xs = last_and_all (#[chunk(9)] stream_seq (\c s (xs: [c]f64) -> by_element s xs) 0.1 xs)
  let all = some 5
  let weights = some (5 + 1)
  let g f = vjp f all weights
  in [ agrees f0 all, agrees f2 all
     , near_all (g f0) (g f1), near_all (g f0) (g f2), near_all (g f0) (g f9) ]

-- A variable of the function, an initial state that matters, and a state that is an array.
-- ==
-- entry: free
-- input { } output { [true, true] }
entry free =
  [ agrees (\xs -> last_and_all
                     (stream_seq (\c s (ys: [c]f64) -> (s + xs[0] * f64.sum ys, map (* xs[1]) ys))
                                 xs[2] xs))
           (some 4)
  , agrees (\xs -> (stream_seq (\c s (ys: [c]f64) ->
                                  (map (* (1 + f64.sum ys)) s, map f64.exp ys))
                               [xs[0], 2] xs).0)
           (some 4)
  ]
