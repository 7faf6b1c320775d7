-- Negative log-likelihood of tags under a linear chain of conditional random fields; a loop over the
-- words, in it a map over the columns of the transitions.

import "lib/random"

def log_sum_exp [n] (xs: [n]f64) : f64 =
  let m = f64.maximum xs
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

def partition [n] [k] (emissions: [n][k]f64) (transitions: [k][k]f64) : f64 =
  let last =
    loop alpha = emissions[0] for e in emissions[1:] do
      map2 (\e column -> e + log_sum_exp (map2 (+) alpha column)) e (transpose transitions)
  in log_sum_exp last

def loss [n] [k] (emissions: [n][k]f64) (transitions: [k][k]f64) (tags: [n]i64) : f64 =
  let own = f64.sum (map2 (\e t -> e[t]) emissions tags)
  let between = f64.sum (map2 (\a b -> transitions[a, b]) (init tags) (tail tags))
  in partition emissions transitions - own - between

entry input : ([600][12]f64, [12][12]f64, [600]i64) =
  (reals_2d 600 12 1 (-2) 2, reals_2d 12 12 2 (-1) 1, wholes 600 3 12)

entry primal [n] [k] (emissions: [n][k]f64) (transitions: [k][k]f64) (tags: [n]i64) : f64 =
  loss emissions transitions tags

entry gradient [n] [k] (emissions: [n][k]f64) (transitions: [k][k]f64) (tags: [n]i64)
               : ([n][k]f64, [k][k]f64) =
  vjp (\(e, t) -> loss e t tags) (emissions, transitions) 1

entry second [n] [k] (emissions: [n][k]f64) (transitions: [k][k]f64) (tags: [n]i64)
             : ([n][k]f64, [k][k]f64) =
  let p = (emissions, transitions)
  in jvp (\p -> vjp (\(e, t) -> loss e t tags) p 1) p p
