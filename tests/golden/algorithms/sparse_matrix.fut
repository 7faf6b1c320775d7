-- A sparse matrix times a vector: products, then sums row by row.
-- ==
-- input { [0i64, 2i64, 3i64] [0i64, 2i64, 1i64, 0i64] [1.0, 2.0, 3.0, 4.0] [1.0, 10.0, 100.0] } output { [201.0, 30.0, 4.0] }
def main [r] [k] [n] (starts: [r]i64) (cols: [k]i64) (vals: [k]f64) (x: [n]f64) =
  let products = map2 (\c v -> v * x[c]) cols vals
  let ends = copy (rotate 1 starts) with [r - 1] = k
  in map2 (\s e -> f64.sum products[s:e]) starts ends
