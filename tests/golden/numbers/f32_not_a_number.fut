-- What gives no number in f32, and what a number that is none does to others.

-- ==
-- entry: makes
-- input { 0.0f32 f32.inf }
-- output { [true, true, true, true, true, true] }
entry makes (o: f32) (inf: f32) =
  map f32.isnan [o / o, inf - inf, inf * o, inf / inf, f32.sqrt (-1), f32.log (-1)]

-- ==
-- entry: spreads
-- input { f32.nan 1.0f32 }
-- output { [true, true, true, true, true, false, false, false] }
entry spreads (nan: f32) (x: f32) =
  map f32.isnan [ nan + x, nan * 0, -nan, f32.sqrt nan, f32.abs nan, f32.max nan x, f32.min x nan
                , nan ** 0 ]

-- It is neither less nor greater nor equal.
-- ==
-- entry: compares
-- input { f32.nan 1.0f32 }
-- output { [false, false, false, false, false, true, false, true] }
entry compares (nan: f32) (x: f32) =
  [nan < x, nan <= x, nan > x, nan >= x, nan == x, nan != x, nan == nan, nan != nan]
