-- What gives no number in f16, and what a number that is none does to others.

-- ==
-- entry: makes
-- input { 0.0f16 f16.inf }
-- output { [true, true, true, true, true, true] }
entry makes (o: f16) (inf: f16) =
  map f16.isnan [o / o, inf - inf, inf * o, inf / inf, f16.sqrt (-1), f16.log (-1)]

-- ==
-- entry: spreads
-- input { f16.nan 1.0f16 }
-- output { [true, true, true, true, true, false, false, false] }
entry spreads (nan: f16) (x: f16) =
  map f16.isnan [ nan + x, nan * 0, -nan, f16.sqrt nan, f16.abs nan, f16.max nan x, f16.min x nan
                , nan ** 0 ]

-- It is neither less nor greater nor equal.
-- ==
-- entry: compares
-- input { f16.nan 1.0f16 }
-- output { [false, false, false, false, false, true, false, true] }
entry compares (nan: f16) (x: f16) =
  [nan < x, nan <= x, nan > x, nan >= x, nan == x, nan != x, nan == nan, nan != nan]
