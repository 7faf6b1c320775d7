-- Slices of different sizes, each summed on the spot.
-- ==
-- input { [1, 2, 3, 4] } output { [1, 3, 6, 10] [10, 9, 7, 4] }
def main [n] (xs: [n]i32) =
  (map (\i -> reduce (+) 0 xs[:i + 1]) (iota n), map (\i -> reduce (+) 0 xs[i:]) (iota n))
