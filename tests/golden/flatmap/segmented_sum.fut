-- Sums of the parts by a segmented scan over their flags.
-- ==
-- input { [3i64, 1i64, 4i64] } output { [3i64, 0i64, 6i64] }
def main [n] (ns: [n]i64) =
  let (sizes, flags, offsets, xs) = flatmap' iota ns
  let sums = scan (\(a, f) (b, g) -> (if g then b else a + b, f || g)) (0, false) (zip xs flags)
  in map2 (\o s -> sums[o + s - 1].0) offsets sizes
