-- | Ways to walk downhill, for parameters that are kept in one flat array.
--
-- Each method is a record of what it remembers, a function that makes the first such record from
-- the parameters to start with, and a function that takes one step. A whole training run is then a
-- loop over records:
--
--     loop s = opt.adam_start params for _i < 100 do opt.adam_step 0.01 (gradient s.params) s

module optimiser (R: real) = {
  type t = R.t

  -- | Gradient descent with momentum: each parameter has a velocity.
  type momentum [p] = {params: [p]t, velocity: [p]t}

  def momentum_start [p] (params: [p]t) : momentum [p] =
    {params, velocity = replicate p (R.i64 0)}

  -- | One step: friction leaves the part `keep` of each velocity, the slope adds to it, and the
  -- parameters move on. With `keep` = 0 this is plain gradient descent.
  def momentum_step [p] (rate: t) (keep: t) (gradient: [p]t) (s: momentum [p]) : momentum [p] =
    let velocity = map2 (\old slope -> R.(keep * old - rate * slope)) s.velocity gradient
    in {params = map2 (R.+) s.params velocity, velocity}

  -- | Adam (Kingma and Ba, 2014): running means of each slope and of its square, and a count of the
  -- steps taken.
  type adam [p] = {params: [p]t, mean: [p]t, square: [p]t, step: i64}

  def adam_start [p] (params: [p]t) : adam [p] =
    {params, mean = replicate p (R.i64 0), square = replicate p (R.i64 0), step = 0}

  -- | One step. Every parameter moves by about `rate`, whatever the size of its slope.
  def adam_step [p] (rate: t) (gradient: [p]t) (s: adam [p]) : adam [p] =
    let keep1 = R.f64 0.9
    let keep2 = R.f64 0.999
    let tiny = R.f64 1e-8
    let one = R.i64 1
    let step = s.step + 1
    let blend keep old new = R.(keep * old + (one - keep) * new)
    let mean = map2 (blend keep1) s.mean gradient
    let square = map2 (blend keep2) s.square (map (\slope -> R.(slope * slope)) gradient)
    -- The means began at 0; these factors make up for it.
    let full1 = R.(one - keep1 ** i64 step)
    let full2 = R.(one - keep2 ** i64 step)
    let move x m q = R.(x - rate * (m / full1) / (sqrt (q / full2) + tiny))
    in {params = map3 move s.params mean square, mean, square, step}
}
