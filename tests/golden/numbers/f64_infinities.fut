-- Infinite numbers of f64 are in order, and stay infinite.
-- ==
-- input { f64.inf }
-- output { [true, true, true, true, true] [true, true, true, false] [0.0f64, 0.0f64] }
def main (inf: f64) =
  ( [inf > f64.from_fraction 60000 1, -inf < -inf / 2 || -inf == -inf / 2, inf == inf, inf + 1 == inf
    , -inf < inf]
  , map f64.isinf [inf, -inf, inf * 2, 1 / inf]
  , [1 / inf, f64.exp (-inf)]
  )
