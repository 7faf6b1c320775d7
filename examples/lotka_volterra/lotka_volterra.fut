-- Hares and lynxes: the parameters of a differential equation, from data.
--
-- In the model of Lotka and Volterra, hares multiply and are eaten, lynxes starve unless they eat:
--
--     hares'  = hares * (a - b * lynxes)
--     lynxes' = lynxes * (d * hares - c)
--
-- The data are the pelts, in thousands, that the Hudson's Bay Company bought from 1900 to 1920. The
-- equation is solved with steps whose length adapts to the error they make: a `while` loop with
-- branches, and still it is differentiated, in either mode.

import "ad"
import "../lib/linalg"

-- Everything is positive, so everything is calculated in logarithms: of the two populations, and of
-- the six parameters, which are a, b, c, d and the populations in the first year.
type state = {hares: f64, lynxes: f64}

def tolerance : f64 = 1e-6

-- | The change of the logarithms in time.
def slope (a: f64, b: f64, c: f64, d: f64) (s: state) : state =
  {hares = a - b * f64.exp s.lynxes, lynxes = d * f64.exp s.hares - c}

def move (s: state) (h: f64) (k: state) : state =
  {hares = s.hares + h * k.hares, lynxes = s.lynxes + h * k.lynxes}

-- | One year later, and the length of step to go on with. The method is that of Bogacki and Shampine:
-- three slopes make the step, a fourth tells its error.
def year (rates: (f64, f64, f64, f64)) (s: state, h: f64) : (state, f64) =
  let (_, s, h) =
    loop (t, s, h) = (0, s, h)
    while t < 1 do
      let h = f64.min h (1 - t)
      let k1 = slope rates s
      let k2 = slope rates (move s (h / 2) k1)
      let k3 = slope rates (move s (h * 3 / 4) k2)
      let next = move (move (move s (h * 2 / 9) k1) (h / 3) k2) (h * 4 / 9) k3
      let k4 = slope rates next
      let off x1 x2 x3 x4 = f64.abs (h * (x2 / 12 + x3 / 9 - x1 * 5 / 72 - x4 / 8))
      let error =
        f64.max (off k1.hares k2.hares k3.hares k4.hares)
                (off k1.lynxes k2.lynxes k3.lynxes k4.lynxes)
      let factor = f64.max 0.2 (f64.min 4 (0.9 * f64.cbrt (tolerance / (error + tolerance / 1000))))
      in if error <= tolerance then (t + h, next, h * factor) else (t, s, h * factor)
  in (s, h)

-- | The logarithms of both populations, for so many years.
def solve_model (years: i64) (params: [6]f64) : [years]state =
  let p = map f64.exp params
  let first = {hares = params[4], lynxes = params[5]}
  let all = replicate years first
  let (_, _, all) =
    loop (s, h, all) = (first, 0.1, all)
    for i < years - 1 do
      let (s, h) = year (p[0], p[1], p[2], p[3]) (s, h)
      in (s, h, all with [i + 1] = s)
  in all

-- | Solution less data, in logarithms; all years of the hares, then all years of the lynxes.
def residuals [n] (hares: [n]f64) (lynxes: [n]f64) (params: [6]f64) : [n + n]f64 =
  let model = solve_model n params
  in map2 (\s x -> s.hares - f64.log x) model hares
     ++ map2 (\s x -> s.lynxes - f64.log x) model lynxes

def misfit [n] (hares: [n]f64) (lynxes: [n]f64) (params: [6]f64) : f64 =
  let r = residuals hares lynxes params
  in dot r r

def guess [n] (hares: [n]f64) (lynxes: [n]f64) : [6]f64 =
  map f64.log [0.5, 0.025, 0.8, 0.025, hares[0], lynxes[0]]

-- The gradient of the misfit at the first guess: in reverse, and by forward mode one by one.
-- ==
-- entry: gradients
-- input @ pelts.in
-- output {
--   [[-58.607, -21.444, -57.356, -33.948, -38.785, -24.453],
--    [-58.607, -21.444, -57.356, -33.948, -38.785, -24.453]]
-- }
entry gradients [n] (hares: [n]f64) (lynxes: [n]f64) : [2][6]f64 =
  let start = guess hares lynxes
  in [ vjp (misfit hares lynxes) start 1
     , map (\e -> jvp (misfit hares lynxes) start e) (identity 6)
     ]

-- The best a, b, c and d, the populations to begin with, and the misfit that remains.
-- ==
-- entry: main
-- input @ pelts.in
-- output {
--   [0.54016, 0.027165, 0.796386, 0.023695]
--   [34.6024, 5.84451]
--   2.018661
-- }
entry main [n] (hares: [n]f64) (lynxes: [n]f64) : ([4]f64, [2]f64, f64) =
  let fit = optimise.gauss_newton optimise.newton_options (residuals hares lynxes)
                                  (guess hares lynxes)
  let p = map f64.exp fit.argument
  in (take 4 p, p[4:6] :> [2]f64, 2 * fit.value)
