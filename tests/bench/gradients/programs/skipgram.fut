-- Word pairs with negative samples (skip-gram): rows of two tables by index arrays, a map within a map.

import "lib/random"

def log_sigmoid (z: f64) : f64 = -f64.log (1 + f64.exp (-z))

def loss [v] [e] [p] [s]
         (inner: [v][e]f64) (outer: [v][e]f64) (words: [p]i64) (contexts: [p]i64) (negatives: [p][s]i64) : f64 =
  let pair word context others =
    let h = inner[word]
    let score c = f64.sum (map2 (*) h outer[c])
    in log_sigmoid (score context) + f64.sum (map (\c -> log_sigmoid (-(score c))) others)
  in -f64.sum (map3 pair words contexts negatives)

entry input : ([1000][32]f64, [1000][32]f64, [5000]i64, [5000]i64, [5000][5]i64) =
  (reals_2d 1000 32 1 (-0.5) 0.5,
   reals_2d 1000 32 2 (-0.5) 0.5,
   wholes 5000 3 1000,
   wholes 5000 4 1000,
   tabulate_2d 5000 5 (\i j -> whole 5 1000 (5 * i + j)))

entry primal [v] [e] [p] [s]
             (inner: [v][e]f64) (outer: [v][e]f64) (words: [p]i64) (contexts: [p]i64) (negatives: [p][s]i64) : f64 =
  loss inner outer words contexts negatives

entry gradient [v] [e] [p] [s]
               (inner: [v][e]f64) (outer: [v][e]f64) (words: [p]i64) (contexts: [p]i64) (negatives: [p][s]i64)
               : ([v][e]f64, [v][e]f64) =
  vjp (\(i, o) -> loss i o words contexts negatives) (inner, outer) 1
