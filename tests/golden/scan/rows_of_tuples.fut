-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 2], [4, 6]] [[1, 2], [3, 8]] }
def main (xs: [][2]i32) =
  scan (\(a, b) (c, d) -> (map2 (+) a c, map2 (*) b d)) ([0, 0], [1, 1]) (zip xs xs) |> unzip
