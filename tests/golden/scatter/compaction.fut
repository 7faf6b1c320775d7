-- Filtering by hand: places from a scan, dropped elements to -1.
-- ==
-- input { [4, -1, 5, -2] } output { [4, 5, 0, 0] }
def main [n] (xs: [n]i32) =
  let keep = map (> 0) xs
  let places = scan (+) 0 (map i64.bool keep)
  in scatter (replicate n 0) (map2 (\k p -> if k then p - 1 else -1) keep places) xs
