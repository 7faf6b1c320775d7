-- The best path through six states, for many sequences at once: each step takes the largest of the
-- sums with what was before.

import "lib/random"

def best [s] [t] (moves: [s][s]f64) (scores: [t][s]f64) : f64 =
  f64.maximum (loop v = scores[0] for i in 1..<t do
                 tabulate s (\j -> scores[i, j] + f64.maximum (tabulate s (\k -> v[k] + moves[k, j]))))

def loss [s] [n] [t] (moves: [s][s]f64) (scores: [n][t][s]f64) : f64 =
  f64.sum (map (best moves) scores)

entry input : ([6][6]f64, [4900][20][6]f64) =
  (reals_2d 6 6 1 (-1) 1, unflatten_3d (reals (4900 * 20 * 6) 2 (-1) 1))

entry primal [s] [n] [t] (moves: [s][s]f64) (scores: [n][t][s]f64) : f64 = loss moves scores

entry gradient [s] [n] [t] (moves: [s][s]f64) (scores: [n][t][s]f64) : ([s][s]f64, [n][t][s]f64) =
  vjp (\(moves, scores) -> loss moves scores) (moves, scores) 1
