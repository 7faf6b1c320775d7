-- Connectionist temporal classification over a batch, in log space: a loop over the frames, in it
-- a map over the states (labels with blanks between), which looks at the states before by index.

import "lib/random"

def never : f64 = -1e30

def log_sum_exp [n] (xs: [n]f64) : f64 =
  let m = f64.maximum xs
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

def log_softmax [n] (xs: [n]f64) : [n]f64 =
  let s = log_sum_exp xs
  in map (\x -> x - s) xs

def log_add (a: f64) (b: f64) (c: f64) : f64 =
  let m = f64.max a (f64.max b c)
  in m + f64.log (f64.exp (a - m) + f64.exp (b - m) + f64.exp (c - m))

def ctc [frames] [v] [l] (logits: [frames][v]f64) (labels: [l]i64) : f64 =
  let states = 2 * l + 1
  let label s = if s % 2 == 0 then 0 else labels[s / 2]
  let logp = map log_softmax logits
  let first = tabulate states (\s -> if s < 2 then logp[0, label s] else never)
  let last =
    loop alpha = first for t in 1...frames - 1 do
      tabulate states (\s ->
        let stay = alpha[s]
        let step = if s >= 1 then alpha[s - 1] else never
        let skip = if s >= 2 && s % 2 == 1 && label s != label (s - 2) then alpha[s - 2] else never
        in log_add stay step skip + logp[t, label s])
  in -(log_add last[states - 1] last[states - 2] never)

def loss [batch] [frames] [v] [l] (logits: [batch][frames][v]f64) (labels: [batch][l]i64) : f64 =
  f64.sum (map2 ctc logits labels) / f64.i64 batch

entry input : ([8][100][28]f64, [8][20]i64) =
  (tabulate 8 (\b -> reals_2d 100 28 (10 + b) (-2) 2),
   tabulate 8 (\b -> map (+ 1) (wholes 20 (30 + b) 27)))

entry primal [batch] [frames] [v] [l] (logits: [batch][frames][v]f64) (labels: [batch][l]i64) : f64 =
  loss logits labels

entry gradient [batch] [frames] [v] [l]
               (logits: [batch][frames][v]f64) (labels: [batch][l]i64) : [batch][frames][v]f64 =
  vjp (\logits -> loss logits labels) logits 1

entry second [batch] [frames] [v] [l]
             (logits: [batch][frames][v]f64) (labels: [batch][l]i64) : [batch][frames][v]f64 =
  vjp (\logits -> vjp (\logits -> loss logits labels) logits 1) logits logits
