-- | A little linear algebra on dense matrices.

-- | The sum of the products of two vectors.
def dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)

-- | A matrix times a vector.
def matvec [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\row -> dot row x) a

-- | A matrix times a matrix.
def matmul [n] [m] [k] (a: [n][m]f64) (b: [m][k]f64) : [n][k]f64 =
  map (\row -> map (dot row) (transpose b)) a

-- | The unit matrix.
def identity (n: i64) : [n][n]f64 = tabulate_2d n n (\i j -> if i == j then 1 else 0)

-- | The x for which `matvec a x` is `b`: Gauss-Jordan elimination, always with the largest pivot of
-- the column.
def solve [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let larger (i, x) (j, y) = if f64.abs y > f64.abs x then (j, y) else (i, x)
  let start = map2 (\row x -> row ++ [x]) a b
  let done =
    loop m = start
    for k < n do
      -- Bring the row with the largest entry in column k to place k.
      let (p, pivot) = reduce larger (k, m[k, k]) (zip (k..<n) m[k:n, k])
      let m = tabulate n (\i -> m[if i == k then p else if i == p then k else i])
      -- Make that entry 1, and clear the column in all other rows.
      let row = map (/ pivot) m[k]
      in tabulate n (\i -> map2 (\x y -> if i == k then y else x - m[i, k] * y) m[i] row)
  in done[:, n]
