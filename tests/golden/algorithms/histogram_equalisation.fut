-- ==
-- input { [0u8, 0u8, 1u8, 3u8] } output { [127u8, 127u8, 191u8, 255u8] }
def main [n] (pixels: [n]u8) =
  let counts = hist (+) 0 256 (map i64.u8 pixels) (replicate n 1)
  let cumulative = scan (+) 0 counts
  in map (\p -> u8.i32 (cumulative[i64.u8 p] * 255 / i32.i64 n)) pixels
