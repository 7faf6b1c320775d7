-- A map to tuples, taken apart.
-- ==
-- input { [3, -4] } output { [3, 4] [false, true] [[3, 0], [-4, 0]] }
def main (xs: []i32) = unzip3 (map (\x -> (i32.abs x, x < 0, [x, 0])) xs)
