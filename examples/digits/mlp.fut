-- A small neural network that reads digits: 64 pixels, 64 hidden neurons, 10 scores.
--
-- All weights live in one flat array, as lib/optimiser.fut wants it. Of each batch of 32 images the
-- loss and its gradient come from one call of `vjp2`; gradient descent with momentum does the rest.

import "../lib/nn"
import "../lib/optimiser"
import "../lib/random"
import "training"

module opt = optimiser f64

def hidden : i64 = 64
def digits : i64 = 10
def size : i64 = hidden * pixels + hidden + digits * hidden + digits

type network = {w1: [hidden][pixels]f64, b1: [hidden]f64, w2: [digits][hidden]f64, b2: [digits]f64}

-- | The flat array, cut into the parts of the network.
def network (params: [size]f64) : network =
  let w1 = take (hidden * pixels) params
  let rest = drop (hidden * pixels) params
  let b1 = take hidden rest
  let rest = drop hidden rest
  let w2 = take (digits * hidden) rest
  let rest = drop (digits * hidden) rest
  let b2 = take digits rest
  in {w1 = unflatten w1, b1, w2 = unflatten w2, b2}

-- | Small random weights (the more pixels, the smaller), no constants.
def start : [size]f64 =
  let limit = 1 / f64.sqrt (f64.i64 pixels)
  in sized size (uniforms 1 limit (hidden * pixels)
                 ++ replicate hidden 0
                 ++ uniforms 2 limit (digits * hidden)
                 ++ replicate digits 0)

def scores (net: network) (x: [pixels]f64) : [digits]f64 =
  dense net.w2 net.b2 (map f64.tanh (dense net.w1 net.b1 x))

-- | The mean surprise over some examples.
def loss [n] (xs: [n]example) (params: [size]f64) : f64 =
  let net = network params
  in f64.sum (map (\(image, digit) -> cross_entropy (scores net image) digit) xs) / f64.i64 n

def step [n] (xs: [n]example) (s: opt.momentum [size]) : (f64, opt.momentum [size]) =
  let (value, gradient) = vjp2 (loss xs) s.params 1
  in (value, opt.momentum_step 0.1 0.9 gradient s)

def score [n] (params: [size]f64) (xs: [n]example) : f64 =
  let net = network params
  in accuracy (map (\(image, _) -> argmax (scores net image)) xs) (map (.1) xs)

-- The mean loss in each of ten epochs; the accuracy on the images it learned from; and on the fifth
-- of the images that it never saw.
-- ==
-- entry: main
-- input @ digits.in
-- output {
--   [1.092176, 0.219392, 0.14109, 0.124561, 0.094752,
--    0.082589, 0.071532, 0.058984, 0.048773, 0.045688]
--   0.988873
--   0.963788
-- }
entry main [n] (images: [n][pixels]u8) (labels: [n]u8) : ([]f64, f64, f64) =
  let (unseen, seen) = fifth (examples images labels)
  let (curve, s) = train 10 32 step (opt.momentum_start (copy start)) seen
  in (curve, score s.params seen, score s.params unseen)
