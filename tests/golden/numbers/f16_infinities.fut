-- Infinite numbers of f16 are in order, and stay infinite.
-- ==
-- input { f16.inf }
-- output { [true, true, true, true, true] [true, true, true, false] [0.0f16, 0.0f16] }
def main (inf: f16) =
  ( [inf > f16.from_fraction 60000 1, -inf < -inf / 2 || -inf == -inf / 2, inf == inf, inf + 1 == inf
    , -inf < inf]
  , map f16.isinf [inf, -inf, inf * 2, 1 / inf]
  , [1 / inf, f16.exp (-inf)]
  )
