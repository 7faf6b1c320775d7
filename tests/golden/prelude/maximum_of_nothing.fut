-- ==
-- input { empty([0]f32) empty([0]u8) } output { -f32.inf f32.inf 0u8 255u8 }
def main (xs: []f32) (ys: []u8) = (f32.maximum xs, f32.minimum xs, u8.maximum ys, u8.minimum ys)
