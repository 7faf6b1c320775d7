-- Derivatives that are right wherever they are evaluated, of what takes and gives anything.

-- ==
-- property: smooth
-- property: layers
-- gradcheck

#[prop(size(4))]
entry smooth (p: {w: []f64, b: f64}) : f64 =
  f64.sum (map (\w -> w * p.b / (1 + w * w)) p.w) + f64.cos p.b

-- (Without floats there is nothing to be wrong.)
#[prop(size(3))]
entry layers [n] (x: ([n]f64, i32)) : [n]f64 =
  map (\y -> f64.max 0 y * f64.i32 x.1) x.0

-- Before an input the word is about that case: the property is but true.
-- ==
-- property: holds
-- entry: wave
-- gradcheck input { 2.0 }

#[prop]
entry holds (x: f64) : bool = x == x

entry wave (x: f64) : f64 = f64.sin x
