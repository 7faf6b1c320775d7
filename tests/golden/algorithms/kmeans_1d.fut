-- ==
-- input { [1.0, 2.0, 3.0, 10.0, 11.0, 12.0] [1.0, 3.0] 5 } output { [2.0, 11.0] }
def main [n] [k] (xs: [n]f64) (centers: [k]f64) (steps: i32) : [k]f64 =
  loop centers for _i < steps do
    let nearest =
      map (\x -> (reduce (\(d, i) (e, j) -> if e < d then (e, j) else (d, i)) (f64.inf, -1)
                         (map2 (\c j -> (f64.abs (c - x), j)) centers (iota k))).1) xs
    let sums = hist (+) 0 k nearest xs
    let counts = hist (+) 0 k nearest (replicate n 1)
    in map3 (\s c old -> if c == 0 then old else s / f64.i32 c) sums counts centers
