-- Single births in a population, and a change of all of it every hundred steps.

import "lib/random"

def loss [n] [t] (start: [n]f64) (growth: f64) (who: [t]i64) : f64 =
  let x =
    loop x = copy start for s < t do
      let i = who[s]
      let v = x[i] * f64.exp growth
      let x = x with [i] = v
      in if s % 100 == 99 then let z = f64.sum x in map (\v -> v * f64.i64 n / z) x else x
  in f64.sum (map (\v -> v * f64.log (v + 0.1)) x)

entry input : ([4000]f64, f64, [14000]i64) = (reals 4000 1 0.5 1.5, 0.1, wholes 14000 2 4000)

entry primal [n] [t] (start: [n]f64) (growth: f64) (who: [t]i64) : f64 = loss start growth who

entry gradient [n] [t] (start: [n]f64) (growth: f64) (who: [t]i64) : ([n]f64, f64) =
  vjp (\(start, growth) -> loss start growth who) (start, growth) 1

entry second [n] [t] (start: [n]f64) (growth: f64) (who: [t]i64) : ([n]f64, f64) =
  let gradient x = vjp (\(start, growth) -> loss start growth who) x 1
  in vjp gradient (start, growth) (start, growth)
