-- Bags of words: rows of a table are looked up and added as vectors (a reduce of map2 (+)), then
-- classified.

import "lib/random"

def bag_sum [v] [e] [l] (table: [v][e]f64) (bag: [l]i64) : [e]f64 =
  reduce (map2 (+)) (replicate e 0) (map (\w -> table[w]) bag)

def loss [v] [e] [b] [l] (table: [v][e]f64) (w: [e]f64) (bags: [b][l]i64) (labels: [b]f64) : f64 =
  let score bag = f64.sum (map2 (*) w (bag_sum table bag)) / f64.i64 l
  let loss_of bag label =
    let p = 1 / (1 + f64.exp (-(score bag)))
    in -(label * f64.log p + (1 - label) * f64.log (1 - p))
  in f64.sum (map2 loss_of bags labels)

entry input : ([5000][16]f64, [16]f64, [4000][20]i64, [4000]f64) =
  (reals_2d 5000 16 1 (-1) 1,
   reals 16 2 (-1) 1,
   tabulate_2d 4000 20 (\i j -> whole 3 5000 (20 * i + j)),
   map f64.i64 (wholes 4000 4 2))

entry primal [v] [e] [b] [l] (table: [v][e]f64) (w: [e]f64) (bags: [b][l]i64) (labels: [b]f64) : f64 =
  loss table w bags labels

entry gradient [v] [e] [b] [l] (table: [v][e]f64) (w: [e]f64) (bags: [b][l]i64) (labels: [b]f64)
               : ([v][e]f64, [e]f64) =
  vjp (\(t, w) -> loss t w bags labels) (table, w) 1
