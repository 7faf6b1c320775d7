-- A convolutional network that reads digits.
--
-- Eight little 3 by 3 patterns are slid over the 8 by 8 image; each gives a 6 by 6 map of how well
-- it fits where. Of every 2 by 2 block of a map only the best fit is kept, and the 8 * 3 * 3 numbers
-- that remain are weighted into ten scores. Trained by Adam.

import "../lib/linalg"
import "../lib/nn"
import "../lib/optimiser"
import "../lib/random"
import "training"

module opt = optimiser f64

def filters : i64 = 8
def pooled : i64 = filters * 3 * 3
def digits : i64 = 10
def size : i64 = filters * 9 + filters + digits * pooled + digits

type network = {
  patterns: [filters][3][3]f64,
  bias: [filters]f64,
  weights: [digits][pooled]f64,
  constants: [digits]f64
}

-- | The flat array, cut into the parts of the network.
def network (params: [size]f64) : network =
  let patterns = take (filters * 9) params
  let rest = drop (filters * 9) params
  let bias = take filters rest
  let rest = drop filters rest
  let weights = take (digits * pooled) rest
  let rest = drop (digits * pooled) rest
  let constants = take digits rest
  in { patterns = unflatten_3d (patterns :> [filters * 3 * 3]f64)
     , bias
     , weights = unflatten weights
     , constants
     }

-- | Small random weights, no constants.
def start : [size]f64 =
  sized size (uniforms 3 (1 / 3) (filters * 9)
              ++ replicate filters 0
              ++ uniforms 4 (1 / f64.sqrt (f64.i64 pooled)) (digits * pooled)
              ++ replicate digits 0)

-- | How well a pattern fits at each place of the image; what fits badly counts as 0.
def convolve (pattern: [3][3]f64) (bias: f64) (image: [8][8]f64) : [6][6]f64 =
  let fit i j = bias + f64.sum (map2 dot pattern (image[i:i + 3, j:j + 3] :> [3][3]f64))
  in tabulate_2d 6 6 (\i j -> f64.max 0 (fit i j))

-- | The greatest number in each 2 by 2 block.
def pool (m: [6][6]f64) : [3][3]f64 =
  tabulate_2d 3 3 (\i j -> f64.max (f64.max m[2 * i, 2 * j] m[2 * i, 2 * j + 1])
                                   (f64.max m[2 * i + 1, 2 * j] m[2 * i + 1, 2 * j + 1]))

def scores (net: network) (x: [pixels]f64) : [digits]f64 =
  let image: [8][8]f64 = unflatten (x :> [8 * 8]f64)
  let maps = map2 (\pattern bias -> pool (convolve pattern bias image)) net.patterns net.bias
  in dense net.weights net.constants (sized pooled (flatten_3d maps))

-- | The mean surprise over some examples.
def loss [n] (xs: [n]example) (params: [size]f64) : f64 =
  let net = network params
  in f64.sum (map (\(image, digit) -> cross_entropy (scores net image) digit) xs) / f64.i64 n

def step [n] (xs: [n]example) (s: opt.adam [size]) : (f64, opt.adam [size]) =
  let (value, gradient) = vjp2 (loss xs) s.params 1
  in (value, opt.adam_step 0.02 gradient s)

def score [n] (params: [size]f64) (xs: [n]example) : f64 =
  let net = network params
  in accuracy (map (\(image, _) -> argmax (scores net image)) xs) (map (.1) xs)

-- The mean loss in each of ten epochs; the accuracy on the images it learned from; and on the fifth
-- of the images that it never saw.
-- ==
-- entry: main
-- input @ digits.in
-- output {
--   [1.071209, 0.230445, 0.152232, 0.122049, 0.076982,
--    0.070852, 0.055636, 0.04352, 0.044855, 0.040797]
--   0.988178
--   0.961003
-- }
entry main [n] (images: [n][pixels]u8) (labels: [n]u8) : ([]f64, f64, f64) =
  let (unseen, seen) = fifth (examples images labels)
  let (curve, s) = train 10 32 step (opt.adam_start (copy start)) seen
  in (curve, score s.params seen, score s.params unseen)
