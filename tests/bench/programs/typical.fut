-- Programs as people write them, against the same loops in C++.

def matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

def relax [n] [m] (g: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\i j ->
    if i == 0 || j == 0 || i == n - 1 || j == m - 1
    then g[i, j]
    else 0.25 * (g[i - 1, j] + g[i + 1, j] + g[i, j - 1] + g[i, j + 1]))

entry product [n] (a: [n][n]f64) (b: [n][n]f64) : [n][n]f64 = matmul a b

entry stencil [n] [m] (g: [n][m]f64) (steps: i64) : [n][m]f64 =
  loop g for _t < steps do relax g

entry histogram [n] (bins: i64) (is: [n]i64) : [bins]i64 =
  reduce_by_index (replicate bins 0) (+) 0 is (replicate n 1)

-- By single bits, stable.
def radix_step [n] (xs: [n]u32) (bit: i32) : [n]u32 =
  let ones = map (\x -> i64.u32 ((x >> u32.i32 bit) & 1)) xs
  let before0 = scan (+) 0 (map (1 -) ones)
  let before1 = scan (+) 0 ones
  let zeros = if n == 0 then 0 else before0[n - 1]
  let to = map3 (\one z o -> if one == 0 then z - 1 else zeros + o - 1) ones before0 before1
  in scatter (copy xs) to xs

entry radix_sort [n] (xs: [n]u32) : [n]u32 = loop xs for bit < 32 do radix_step xs bit

def distance [d] (a: [d]f64) (b: [d]f64) : f64 = f64.sum (map2 (\x y -> (x - y) * (x - y)) a b)

entry kmeans [n] [d] [k] (xs: [n][d]f64) (centres: [k][d]f64) : [k][d]f64 =
  let nearer (a: f64, i: i64) (b: f64, j: i64) = if b < a then (b, j) else (a, i)
  let own = map (\x -> (reduce nearer (f64.inf, -1) (zip (map (distance x) centres) (iota k))).1) xs
  let counts = reduce_by_index (replicate k 0) (+) 0 own (replicate n 1i64)
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) own xs
  in map2 (\sum count -> map (/ f64.i64 (i64.max 1 count)) sum) sums counts

entry mandelbrot (n: i64) (limit: i64) : [n][n]i64 =
  let pixel i j =
    let (cx, cy) = (f64.i64 j * 3 / f64.i64 n - 2, f64.i64 i * 2 / f64.i64 n - 1)
    in (loop (x, y, k) = (0, 0, 0) while k < limit && x * x + y * y < 4 do
          (x * x - y * y + cx, 2 * x * y + cy, k + 1)).2
  in tabulate_2d n n pixel

entry segmented_sums [n] (starts: [n]bool) (xs: [n]i64) : [n]i64 =
  map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip starts xs))

-- The length of the longest common subsequence, by rows.
entry subsequence [n] [m] (a: [n]i64) (b: [m]i64) : i64 =
  let row =
    loop above = replicate (m + 1) 0 for i < n do
      loop row = replicate (m + 1) 0 for j < m do
        row with [j + 1] = if a[i] == b[j] then above[j] + 1 else i64.max above[j + 1] row[j]
  in row[m]
