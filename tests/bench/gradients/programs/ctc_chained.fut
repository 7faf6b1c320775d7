-- Connectionist temporal classification of one long sequence, given logarithms of probabilities;
-- the table of all frames and states is filled in place, with `logp[t][labels[s]]`.

import "lib/random"

def never : f64 = -1e30

def log_add (a: f64) (b: f64) : f64 =
  let m = f64.max a b
  in m + f64.log (1 + f64.exp (f64.min a b - m))

def loss [frames] [v] [s] (logp: [frames][v]f64) (labels: [s]i64) : f64 =
  let alpha = replicate frames (replicate s never)
  let alpha = alpha with [0, 0] = logp[0][labels[0]]
  let alpha = alpha with [0, 1] = logp[0][labels[1]]
  let alpha =
    loop alpha for i < frames - 1 do
      let t = i + 1
      in loop alpha for k < s do
           let a = alpha[t - 1][k]
           let a = if k > 0 then log_add a alpha[t - 1][k - 1] else a
           let a = if k > 1 && labels[k] != 0 && labels[k] != labels[k - 2]
                   then log_add a alpha[t - 1][k - 2]
                   else a
           in alpha with [t, k] = a + logp[t][labels[k]]
  in -(log_add alpha[frames - 1][s - 1] alpha[frames - 1][s - 2])

entry input : ([300][28]f64, [81]i64) =
  (reals_2d 300 28 1 (-5) (-1),
   tabulate 81 (\s -> if s % 2 == 0 then 0 else 1 + whole 2 27 s))

entry primal [frames] [v] [s] (logp: [frames][v]f64) (labels: [s]i64) : f64 = loss logp labels

entry gradient [frames] [v] [s] (logp: [frames][v]f64) (labels: [s]i64) : [frames][v]f64 =
  vjp (\logp -> loss logp labels) logp 1
