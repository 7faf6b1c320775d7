-- ==
-- input { [5i16, -5i16, -32768i16] } output { [-5i16, 5i16, -32768i16] [0i16, 0i16, 0i16] [-5i16, 5i16, -32768i16] [0i16, 0i16, 0i16] }
def main (xs: []i16) = (map (/ -1) xs, map (% -1) xs, map (// -1) xs, map (%% -1) xs)
