-- Full-waveform inversion: waves from a source through a medium, two levels of time; the misfit of
-- what the receivers record, by the squared velocity at each place.

import "lib/random"

def step [n] [m] (c: [n][m]f64) (before: [n][m]f64) (now: [n][m]f64) : *[n][m]f64 =
  tabulate_2d n m (\i j ->
    if i == 0 || j == 0 || i == n - 1 || j == m - 1
    then 0
    else let around = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1]
         in 2 * now[i, j] - before[i, j] + c[i, j] * (around - 4 * now[i, j]))

def misfit [n] [m] [t] (c: [n][m]f64) (wavelet: [t]f64) (observed: [t][m]f64) : f64 =
  let still = replicate n (replicate m 0)
  let (_, _, sum) =
    loop (before, now, sum) = (still, still, 0) for i < t do
      let after = step c before now
      let after[n / 2, m / 2] = after[n / 2, m / 2] + wavelet[i]
      let error = f64.sum (map2 (\p o -> (p - o) ** 2) after[2] observed[i])
      in (now, after, sum + error)
  in sum

entry input : ([64][64]f64, [80]f64, [80][64]f64) =
  let ricker i = let a = (f64.i64 i - 15) * 0.2 in (1 - 2 * a * a) * f64.exp (-a * a)
  in (reals_2d 64 64 1 0.2 0.3, tabulate 80 ricker, reals_2d 80 64 2 (-0.1) 0.1)

entry primal [n] [m] [t] (c: [n][m]f64) (wavelet: [t]f64) (observed: [t][m]f64) : f64 =
  misfit c wavelet observed

entry gradient [n] [m] [t] (c: [n][m]f64) (wavelet: [t]f64) (observed: [t][m]f64) : [n][m]f64 =
  vjp (\c -> misfit c wavelet observed) c 1

entry second [n] [m] [t] (c: [n][m]f64) (wavelet: [t]f64) (observed: [t][m]f64) : [n][m]f64 =
  jvp (\c -> vjp (\c -> misfit c wavelet observed) c 1) c (map (map (\x -> x - 0.25)) c)
