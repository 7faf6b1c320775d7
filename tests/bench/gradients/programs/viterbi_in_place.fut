-- The best path through six states, for many sequences at once: each step overwrites the scores one
-- by one, from a copy.

import "lib/random"

def best [s] [t] (moves: [s][s]f64) (scores: [t][s]f64) : f64 =
  f64.maximum (loop v = copy scores[0] for i in 1..<t do
                 let old = copy v
                 in loop v for j < s do
                      v with [j] = scores[i, j] + f64.maximum (map2 (+) old moves[:, j]))

def loss [s] [n] [t] (moves: [s][s]f64) (scores: [n][t][s]f64) : f64 =
  f64.sum (map (best moves) scores)

entry input : ([6][6]f64, [4100][20][6]f64) =
  (reals_2d 6 6 1 (-1) 1, unflatten_3d (reals (4100 * 20 * 6) 2 (-1) 1))

entry primal [s] [n] [t] (moves: [s][s]f64) (scores: [n][t][s]f64) : f64 = loss moves scores

entry gradient [s] [n] [t] (moves: [s][s]f64) (scores: [n][t][s]f64) : ([s][s]f64, [n][t][s]f64) =
  vjp (\(moves, scores) -> loss moves scores) (moves, scores) 1
