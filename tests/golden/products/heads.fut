-- Heads of attention as parts of rows, by indices and as columns: where each head's part begins is
-- a number of its own, and so is where its products are added. Against heads that are arrays of
-- their own, reverse against forward, to second order; widths of zero, one, odd ones.
-- ==
-- tags { threads }
-- entry: slices indices columns
-- input { 0i64 0i64 0i64 } output { true }
-- input { 1i64 1i64 1i64 } output { true }
-- input { 2i64 3i64 5i64 } output { true }
-- input { 3i64 17i64 4i64 } output { true }
-- input { 1i64 33i64 20i64 } output { true }
-- input { 2i64 18i64 16i64 } output { true }
-- input { 5i64 0i64 3i64 } output { true }
-- input { 5i64 3i64 0i64 } output { true }
-- input { 0i64 4i64 3i64 } output { true }

-- A head that is outside is an error, that of the first one; none where there are no times.
-- ==
-- entry: outside_slices
-- input { 3i64 4i64 5i64 14i64 } error: 10:15\] out of bounds
-- input { 3i64 4i64 5i64 9i64 } error: 5:10\] out of bounds
-- input { 3i64 0i64 5i64 9i64 } output { 0.0 }
-- input { 3i64 18i64 16i64 40i64 } error: 32:48\] out of bounds
-- ==
-- entry: outside_indices
-- input { 3i64 4i64 5i64 14i64 } error: Index \[0, 14\] out of bounds for array of shape \[4\]\[14\]
-- input { 3i64 18i64 16i64 40i64 } error: Index \[0, 40\] out of bounds for array of shape \[18\]\[40\]
-- input { 3i64 0i64 5i64 9i64 } output { 0.0 }
-- ==
-- entry: outside_columns
-- input { 3i64 4i64 5i64 14i64 } error: Index \[:, 10:15\] out of bounds for array of shape \[4\]\[14\]
-- input { 3i64 0i64 5i64 9i64 } error: Index \[:, 5:10\] out of bounds for array of shape \[0\]\[9\]

-- From one multiple to the next there are as many as that is of; from one to the next but one there
-- are not.
-- ==
-- entry: multiples
-- input { 3i64 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } output { [6, 15, 24] [4, 5, 6] [21, 39] }
-- input { 2i64 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } output { [3, 7, 11] [3, 4] [10, 18] }
-- input { 0i64 [1] } output { [0, 0, 0] empty([0]i32) [0, 0] }
-- input { 3i64 [1, 2, 3, 4, 5, 6, 7] } error: Index \[6:9\] out of bounds for array of shape \[7\]

def near (a: f64) (b: f64) = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a)

def reals (n: i64) (seed: f64) : [n]f64 = tabulate n (\i -> f64.sin (seed + 0.7 * f64.i64 i))

def dot [n] (a: [n]f64) (b: [n]f64) = f64.sum (map2 (*) a b)

-- | Along directions: the gradient against the derivative forwards, and that of the gradient in a
-- direction against that of the derivative forwards.
def agrees [n] (f: [n]f64 -> f64) (x: [n]f64) : bool =
  let d = reals n 3
  let e = reals n 5
  let along p v = jvp f p v
  in near (dot (vjp f x 1) d) (along x d) &&
     near (dot (jvp (\p -> vjp f p 1) x e) d) (jvp (\p -> along p d) x e)

def softmax [n] (xs: [n]f64) : [n]f64 =
  let powers = map f64.exp xs
  let all = f64.sum powers
  in map (/ all) powers

def attend [t] [d] (q: [t][d]f64) (k: [t][d]f64) (v: [t][d]f64) : [t][d]f64 =
  map (\row -> map (dot row) (transpose v)) (map (\query -> softmax (map (dot query) k)) q)

def norm [t] [d] (x: [t][d]f64) = f64.sum (map (\row -> f64.sum (map (\y -> y * y * y) row)) x)

def by_slices (h: i64) (d: i64) (t: i64) (m: i64)
           (q: [t][m]f64) (k: [t][m]f64) (v: [t][m]f64) : f64 =
  let head i =
    let from = i * d
    let part (row: [m]f64) = row[from:from + d] :> [d]f64
    in map (\query ->
         let weights = softmax (map (\key -> dot (part query) (part key)) k)
         in map (\c -> dot weights (map (\value -> value[from + c]) v)) (iota d)) q
  in f64.sum (map (\i -> norm (head i)) (iota h))

def by_indices (h: i64) (d: i64) (t: i64) (m: i64)
           (q: [t][m]f64) (k: [t][m]f64) (v: [t][m]f64) : f64 =
  let head i =
    let weights =
      tabulate t (\a -> softmax (tabulate t (\b ->
        f64.sum (tabulate d (\c -> q[a, i * d + c] * k[b, i * d + c])))))
    in tabulate_2d t d (\a c -> f64.sum (tabulate t (\b -> weights[a, b] * v[b, i * d + c])))
  in f64.sum (map (\i -> norm (head i)) (iota h))

def by_columns (h: i64) (d: i64) (t: i64) (m: i64)
           (q: [t][m]f64) (k: [t][m]f64) (v: [t][m]f64) : f64 =
  let part i (x: [t][m]f64) = x[:, i * d:(i + 1) * d] :> [t][d]f64
  in f64.sum (map (\i -> norm (attend (part i q) (part i k) (part i v))) (iota h))

def by_arrays [t] [h] [d] (q: [t][h][d]f64) (k: [t][h][d]f64) (v: [t][h][d]f64) : f64 =
  f64.sum (map3 (\q k v -> norm (attend q k v)) (transpose q) (transpose k) (transpose v))

type^ heads = (t: i64) -> (m: i64) -> (q: [t][m]f64) -> (k: [t][m]f64) -> (v: [t][m]f64) -> f64

def check (h: i64) (t: i64) (d: i64) (loss: heads) : bool =
  let n = t * (h * d)
  let x = reals (3 * n) 1
  let of (x: [3 * n]f64) =
    let y = unflatten_3d (x :> [3 * t * (h * d)]f64)
    in loss t (h * d) y[0] y[1] y[2]
  let apart (x: [3 * n]f64) =
    let y = unflatten_4d (x :> [3 * t * h * d]f64)
    in by_arrays y[0] y[1] y[2]
  in near (of x) (apart x) && and (map2 near (vjp of x 1) (vjp apart x 1)) && agrees of x

entry slices (h: i64) (t: i64) (d: i64) = check h t d (by_slices h d)
entry indices (h: i64) (t: i64) (d: i64) = check h t d (by_indices h d)
entry columns (h: i64) (t: i64) (d: i64) = check h t d (by_columns h d)

def outside (t: i64) (m: i64) (loss: heads) : f64 =
  let x = unflatten (reals (t * m) 1)
  in dot (reals (t * m) 2) (flatten (vjp (\x -> loss t m x x x) x 1))

entry outside_slices (h: i64) (t: i64) (d: i64) (m: i64) =
  outside t m (by_slices h d)
entry outside_indices (h: i64) (t: i64) (d: i64) (m: i64) =
  outside t m (by_indices h d)
entry outside_columns (h: i64) (t: i64) (d: i64) (m: i64) =
  outside t m (by_columns h d)

entry multiples [n] (d: i64) (x: [n]i32) : ([3]i32, [d]i32, [2]i32) =
  (map (\i -> i32.sum x[i * d:(i + 1) * d]) (iota 3),
   x[d:2 * d] :> [d]i32,
   map (\i -> i32.sum x[i * d:(i + 2) * d]) (iota 2))
