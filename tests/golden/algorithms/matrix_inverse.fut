-- Gauss and Jordan without exchanges.
-- ==
-- input { [[2.0, 1.0], [5.0, 3.0]] } output { [[3.0, -1.0], [-5.0, 2.0]] }
-- input { [[4.0, 0.0], [0.0, 8.0]] } output { [[0.25, 0.0], [0.0, 0.125]] }
def main [n] (a: [n][n]f64) : [n][n]f64 =
  let identity = tabulate_2d n n (\i j -> f64.bool (i == j))
  let wide = map2 (++) a identity
  let reduced =
    loop w = wide for k < n do
      let pivot_row = map (/ w[k, k]) w[k]
      in map2 (\i row -> if i == k then pivot_row else map2 (\x p -> x - row[k] * p) row pivot_row) (iota n) w
  in map (\row -> row[n:] :> [n]f64) reduced
