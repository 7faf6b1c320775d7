-- Logistic regression on Fisher's irises.
--
-- Three species, four measurements of each flower. A score for every species, linear in the
-- measurements, is turned into probabilities by softmax; gradient descent makes the right species
-- as probable as it can.

import "../lib/nn"

def species : i64 = 3
def features : i64 = 4

-- | Each column less its mean, over its standard deviation: then no measurement counts for more
-- only because it is in smaller units.
def standardise [n] [m] (table: [n][m]f64) : [n][m]f64 =
  let standardise_column (column: [n]f64) : [n]f64 =
    let mean = f64.sum column / f64.i64 n
    let centred = map (\x -> x - mean) column
    let deviation = f64.sqrt (f64.sum (map (\x -> x * x) centred) / f64.i64 n)
    in map (/ deviation) centred
  in transpose (map standardise_column (transpose table))

-- The parameters: weights and a constant for every species.
type model = {weights: [species][features]f64, bias: [species]f64}

def scores (model: model) (x: [features]f64) : [species]f64 =
  dense model.weights model.bias x

-- | The mean surprise over all flowers.
def loss [n] (flowers: [n][features]f64) (answers: [n]i64) (model: model) : f64 =
  f64.sum (map2 (\x answer -> cross_entropy (scores model x) answer) flowers answers) / f64.i64 n

-- The gradient has the type of what it is taken for: here, a record of a matrix and a vector.
def descend [n] (rate: f64) (flowers: [n][features]f64) (answers: [n]i64) (model: model) : model =
  let slope = vjp (loss flowers answers) model 1
  in { weights = map2 (map2 (\w s -> w - rate * s)) model.weights slope.weights
     , bias = map2 (\b s -> b - rate * s) model.bias slope.bias
     }

-- The loss before the first and after every 50 of 500 steps, and the part of the flowers that the
-- model then gets right.
-- ==
-- entry: main
-- input @ iris.in
-- output {
--   [1.098612, 0.23708, 0.173332, 0.142155, 0.123618, 0.111265,
--    0.102394, 0.095682, 0.090403, 0.086128, 0.082584]
--   0.973333
-- }
entry main [n] (table: [n][features]f64) (labels: [n]u8) : ([]f64, f64) =
  let flowers = standardise table
  let answers = map i64.u8 labels
  let start: model = {weights = rep (rep 0), bias = rep 0}
  let (model, curve) =
    loop (model, curve) = (start, [loss flowers answers start])
    for _i < 10i32 do
      let model = iterate 50 (descend 0.5 flowers answers) model
      in (model, curve ++ [loss flowers answers model])
  let guesses = map (\x -> argmax (scores model x)) flowers
  in (curve, accuracy guesses answers)
