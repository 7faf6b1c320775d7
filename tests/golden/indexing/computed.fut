-- ==
-- input { [2i64, 0i64, 1i64] } output { [1i64, 2i64, 0i64] 1i64 }
def main [n] (xs: [n]i64) = (map (\x -> xs[x]) xs, xs[xs[xs[1]]] )
