-- What gives no number in f64, and what a number that is none does to others.

-- ==
-- entry: makes
-- input { 0.0f64 f64.inf }
-- output { [true, true, true, true, true, true] }
entry makes (o: f64) (inf: f64) =
  map f64.isnan [o / o, inf - inf, inf * o, inf / inf, f64.sqrt (-1), f64.log (-1)]

-- ==
-- entry: spreads
-- input { f64.nan 1.0f64 }
-- output { [true, true, true, true, true, false, false, false] }
entry spreads (nan: f64) (x: f64) =
  map f64.isnan [ nan + x, nan * 0, -nan, f64.sqrt nan, f64.abs nan, f64.max nan x, f64.min x nan
                , nan ** 0 ]

-- It is neither less nor greater nor equal.
-- ==
-- entry: compares
-- input { f64.nan 1.0f64 }
-- output { [false, false, false, false, false, true, false, true] }
entry compares (nan: f64) (x: f64) =
  [nan < x, nan <= x, nan > x, nan >= x, nan == x, nan != x, nan == nan, nan != nan]
