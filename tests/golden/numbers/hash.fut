-- A hash that lives on wrap-around (FNV-1a).
-- ==
-- input { "" } output { 2166136261u32 14695981039346656037u64 }
-- input { "a" } output { 3826002220u32 12638187200555641996u64 }
-- input { "foobar" } output { 3214735720u32 9625390261332436968u64 }
def main (s: []u8) =
  ( loop h = 2166136261u32 for c in s do (h ^ u32.u8 c) * 16777619
  , loop h = 14695981039346656037u64 for c in s do (h ^ u64.u8 c) * 1099511628211 )
