-- Infinite numbers of f32 are in order, and stay infinite.
-- ==
-- input { f32.inf }
-- output { [true, true, true, true, true] [true, true, true, false] [0.0f32, 0.0f32] }
def main (inf: f32) =
  ( [inf > f32.from_fraction 60000 1, -inf < -inf / 2 || -inf == -inf / 2, inf == inf, inf + 1 == inf
    , -inf < inf]
  , map f32.isinf [inf, -inf, inf * 2, 1 / inf]
  , [1 / inf, f32.exp (-inf)]
  )
