-- Loops in a map whose states are matrices, of each sequence or the same for all: all take a step
-- together, what is the same is computed once, with the bits that each has alone; derivatives agree.
-- ==
-- tags { threads }
-- entry: left right filtered factored solved turned added
-- input { 0i64 3i64 8i64 }
-- output { true }
-- input { 1i64 3i64 8i64 }
-- output { true }
-- input { 2i64 3i64 3i64 }
-- output { true }
-- input { 5i64 2i64 8i64 }
-- output { true }
-- input { 17i64 2i64 7i64 }
-- output { true }
-- input { 3i64 2i64 16i64 }
-- output { true }
-- input { 66i64 2i64 8i64 }
-- output { true }
-- input { 5i64 0i64 8i64 }
-- output { true }
-- input { 5i64 3i64 0i64 }
-- output { true }

-- What is the same for all fails for each of them, and for none if there are none.
-- ==
-- entry: outside
-- input { 0i64 9i64 } output { empty([0]f64) }
-- input { 5i64 2i64 } output { [7.0, 7.0, 7.0, 7.0, 7.0] }
-- input { 5i64 9i64 } error: Index \[3\] out of bounds

def wave (s: i64) (i: i64) : f64 = f64.sin (f64.i64 ((s + 1) * (i + 1) * (i + 3)))
def waves (n: i64) (s: i64) : [n]f64 = tabulate n (wave s)
def waves_2d (n: i64) (m: i64) (s: i64) : [n][m]f64 = tabulate_2d n m (\i j -> wave s (i * m + j))
def waves_3d (n: i64) (m: i64) (k: i64) (s: i64) : [n][m][k]f64 =
  tabulate_3d n m k (\i j l -> wave s ((i * m + j) * k + l))

def near (a: f64) (b: f64) : bool = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a + f64.abs b)
def inner [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)
def inner_2d [n] [m] (a: [n][m]f64) (b: [n][m]f64) : f64 = f64.sum (map2 inner a b)
def times [n] [m] (w: [n][m]f64) (x: [m]f64) : [n]f64 = map (inner x) w
def product [n] [m] [k] (a: [n][m]f64) (b: [m][k]f64) : [n][k]f64 =
  map (\r -> map (inner r) (transpose b)) a
def equal [n] [m] (a: [n][m]f64) (b: [n][m]f64) : bool = and (map2 (\a b -> and (map2 (==) a b)) a b)

-- One by one, each in an array of its own: no map of several is there to be turned.
def alone [n] [t] [h] (f: (k: i64) -> [k][t][h]f64 -> [k][h]f64) (xs: [n][t][h]f64) : [n][h]f64 =
  loop all = replicate n (replicate h 0) for i < n do all with [i] = head (f 1 [xs[i]])

def checked [n] [t] [h] (f: (k: i64) -> [h][h]f64 -> [k][t][h]f64 -> [k][h]f64)
            (w: [h][h]f64) (xs: [n][t][h]f64) : bool =
  let loss (w, xs) = f64.sum (flatten (map (map (\s -> s * (1 + s))) (f n w xs)))
  let dot (w, xs) (v, ys) = inner_2d w v + f64.sum (map2 inner_2d xs ys)
  let (x, u, v) =
    ( (w, xs)
    , (waves_2d h h 4, waves_3d n t h 5)
    , (waves_2d h h 6, waves_3d n t h 7))
  let slope = jvp loss x u
  let second = jvp (\x -> jvp loss x u) x v
  in equal (f n w xs) (alone (\k -> f k w) xs)
     && near (dot (vjp loss x 1) u) slope
     && near (dot (vjp (\x -> jvp loss x u) x 1) v) second
     && near (dot (jvp (\x -> vjp loss x 1) x v) u) second

entry left (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    map (\xs ->
           let p = loop p = tabulate_2d h h (\i j -> wave 3 (i + 2 * j)) for x in xs do
                     map2 (\r x -> map (\e -> f64.tanh (e + x)) r) (product w p) x
           in map f64.sum p)
        xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

-- By indices and by loops over them, with the transpose, two matrices and a number.
entry right (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    map (\xs ->
           let (p, q, s) =
             loop (p, q, s) = (w, transpose w, 1) for i < t do
               let a = tabulate_2d h h (\i j -> f64.sum (map (\k -> p[i, k] * w[k, j]) (iota h)))
               let b = tabulate_2d h h (\i j -> loop s = 0 for k < h do s + w[i, k] * q[j, k])
               let s = s / (1 + f64.sum (map f64.sum (map (map f64.abs) a)))
               in (map2 (\r x -> map (\e -> f64.sin (e + x)) r) a xs[i], map (map (* s)) b, s)
           in map2 (\a b -> s + f64.sum a * f64.sum b) p q)
        xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

-- A filter: the covariance is that of all sequences.
entry filtered (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    map (\xs ->
           let start = tabulate_2d h h (\i j -> if i == j then 1 else 0)
           let (m, _) =
             loop (m, p) = (replicate h 0, start) for x in xs do
               let m = times w m
               let p = product (product w p) (transpose w)
               let c = map f64.sum p
               let s = 2 + f64.abs (f64.sum c)
               in (map3 (\m c x -> m + c * (x - m) / s) m c x,
                   map2 (\r a -> map2 (\e b -> (e - a * b / s) / s) r c) p c)
           in m)
        xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

-- What is the same is written in place, and is read in the order of steps.
entry factored (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    map (\xs ->
           let (m, _, _) =
             loop (m, p, c) = (replicate h 1, copy w, 2) for i < t do
               let p = loop p for j < h do
                         loop p for l < j do p with [j, l] = p[l, j] / c + p[j, l]
               let d = map (\j -> 1 + p[j, j] ** 2) (iota h)
               in (map3 (\m d x -> f64.sin (m + x) / d) m d xs[i], copy (product w p), c + 1)
           in m)
        xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

-- Systems of each sequence's own, solved in place; the last step's matrix is read behind the loop.
entry solved (n: i64) (t: i64) (h: i64) : bool =
  let solve (a: [h][h]f64) (b: [h]f64) : [h]f64 =
    loop y = replicate h 0 for k < h do
      y with [k] = (b[k] - f64.sum (map2 (*) a[k] y)) / (3 + a[k, k])
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    map (\xs ->
           let (m, p) =
             loop (m, p) = (replicate h 1, w) for x in xs do
               let p = map2 (\r x -> map (\e -> f64.sin (e + x)) r) (product w p) x
               in (solve p (map2 (+) m x), p)
           in map2 (\m r -> m + f64.sum r) m p)
        xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

-- Matrices of each sequence's own, between a matrix and its transpose.
entry turned (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    map (\xs ->
           let start = f64.sum (map f64.sum xs)
           let p = loop p = tabulate_2d h h (\i j -> start * wave 3 (i + 2 * j)) for i < t do
                     map2 (\i r -> map2 (\j e -> e / 4 + (if i == j then 0.1 else 0)) (iota h) r)
                          (iota h) (product (product w p) (transpose w))
           in map f64.sum p)
        xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

-- By a loop for each number.
entry added (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    map (\xs ->
           let start = f64.sum (map f64.sum xs)
           let p = loop p = tabulate_2d h h (\i j -> start * wave 3 (i + 2 * j)) for i < t do
                     tabulate_2d h h (\i j ->
                       f64.tanh (loop s = 0 for k < h do s + w[i, k] * p[k, j]))
           in map f64.sum p)
        xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

entry outside (n: i64) (far: i64) : [n]f64 =
  let a = [1, 2, 3]
  in map (\i ->
            (loop (s, p) = (f64.i64 (i - i), replicate 4 1) for k < i64.min far 4 do
               (s + f64.sum p / 2, map (\e -> e * a[k]) p)).0
            + (if far > 4 then 0 else 3))
         (iota n)
