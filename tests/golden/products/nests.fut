-- Products that are part of something: sums over several levels, factors that inner levels compute,
-- lengths known or not. Reverse against forward, to second order, and widths of zero, where what is
-- infinite stays outside.
-- ==
-- tags { threads }
-- entry: layers heads grams three diagonal bilinear branches
-- input { 0i64 0i64 0i64 }
-- output { true }
-- input { 1i64 1i64 1i64 }
-- output { true }
-- input { 3i64 5i64 2i64 }
-- output { true }
-- input { 5i64 17i64 20i64 }
-- output { true }
-- input { 18i64 33i64 16i64 }
-- output { true }
-- input { 17i64 0i64 21i64 }
-- output { true }
-- input { 17i64 20i64 0i64 }
-- output { true }

-- An index outside of the product is an error, with what is summed before it or not.
-- ==
-- entry: outside
-- input { 20i64 19i64 } error: out of bounds
-- input { 20i64 20i64 } output { true }

-- Nor does it matter that nobody reads what is there.
-- ==
-- entry: unread
-- input { 20i64 19i64 } output { true }
-- input { 20i64 20i64 } error: out of bounds
-- input { 20i64 -1i64 } error: out of bounds

-- No iteration reads what is infinite.
-- ==
-- entry: infinite
-- input { 3i64 0i64 20i64 } output { [0.0, 0.0, 0.0] }

-- What a nest hands out is added up behind it.
-- ==
-- entry: replicated
-- input { [0.1, 0.2, 0.3, 0.4] }
-- output { [-7.5, -7.5, -32.5, -7.5] }

def wave (s: i64) (i: i64) : f64 = f64.sin (f64.i64 ((s + 1) * (i + 1) * (i + 3)))
def waves (n: i64) (s: i64) : [n]f64 = tabulate n (wave s)
def waves_2d (n: i64) (m: i64) (s: i64) : [n][m]f64 = tabulate_2d n m (\i j -> wave s (i * m + j))
def waves_3d (n: i64) (m: i64) (k: i64) (s: i64) : [n][m][k]f64 =
  tabulate_3d n m k (\i j l -> wave s ((i * m + j) * k + l))

def near (a: f64) (b: f64) : bool = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a + f64.abs b)
def inner [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)
def inner_2d [n] [m] (a: [n][m]f64) (b: [n][m]f64) : f64 = f64.sum (map2 inner a b)
def inner_3d [n] [m] [k] (a: [n][m][k]f64) (b: [n][m][k]f64) : f64 = f64.sum (map2 inner_2d a b)

-- Reverse mode agrees with forward mode, and the derivative of either along a tangent does.
def agrees 'x (f: x -> f64) (dot: x -> x -> f64) (x: x) (t: x) (u: x) : bool =
  let slope = jvp f x t
  let second = jvp (\x -> jvp f x t) x u
  in near slope (dot (vjp f x 1) t)
     && near second (dot (vjp (\x -> jvp f x t) x 1) u)
     && near second (dot (jvp (\x -> vjp f x 1) x u) t)
     && near second (dot (vjp (\x -> dot (vjp f x 1) t) x 1) u)

entry layers (b: i64) (t: i64) (d: i64) : bool =
  let f (w: [18][d]f64, x: [b][t][d]f64) =
    f64.sum (map (\s -> f64.sum (map (\v -> f64.sum (map (\row -> f64.tanh (inner row v)) w)) s)) x)
  let at s = (waves_2d 18 d s, waves_3d b t d (s + 7))
  in agrees f (\(w, x) (v, y) -> inner_2d w v + inner_3d x y) (at 1) (at 2) (at 3)

entry heads (h: i64) (t: i64) (d: i64) : bool =
  let head (q: [t][d]f64) (k: [t][d]f64) : f64 =
    let weights = map (\a -> let e = map (\b -> f64.exp (inner a b)) k in map (/ (1 + f64.sum e)) e) q
    in f64.sum (map (\row -> f64.sum (map (\c -> let y = inner row c in y * y) (transpose k))) weights)
  let f (q: [h][t][d]f64, k: [h][t][d]f64) = f64.sum (map2 head q k)
  let at s = (waves_3d h t d s, waves_3d h t d (s + 7))
  in agrees f (\(q, k) (r, l) -> inner_3d q r + inner_3d k l) (at 1) (at 2) (at 3)

entry grams (n: i64) (m: i64) (k: i64) : bool =
  let f (w: [n][m]f64, v: [m][k]f64) =
    f64.sum (map (\row ->
      let g = tabulate_2d k k (\i j -> f64.sum (map3 (\a b c -> c * a * b) v[:, i] v[:, j] row))
      in f64.sum (map (\x -> x * f64.cos x) (flatten g))) w)
  let at s = (waves_2d n m s, waves_2d m k (s + 7))
  in agrees f (\(w, v) (x, y) -> inner_2d w x + inner_2d v y) (at 1) (at 2) (at 3)

entry three (n: i64) (m: i64) (p: i64) : bool =
  let f (a: [n][m]f64, b: [m][p]f64, c: [m][19]f64) =
    f64.sum (flatten (map flatten (tabulate_3d n p 19 (\x i j ->
      f64.tanh (f64.sum (map3 (\u v w -> u * v * w) a[x] b[:, i] c[:, j]))))))
  let at s = (waves_2d n m s, waves_2d m p (s + 7), waves_2d m 19 (s + 9))
  in agrees f (\(a, b, c) (x, y, z) -> inner_2d a x + inner_2d b y + inner_2d c z) (at 1) (at 2) (at 3)

entry diagonal (n: i64) (m: i64) (_: i64) : bool =
  let f (a: [n][m]f64, b: [m][n]f64) =
    let c = map (\row -> map (inner row) (transpose b)) a
    in f64.sum (map (\i -> c[i, i] * c[i, (i + 1) % n]) (iota n))
  let at s = (waves_2d n m s, waves_2d m n (s + 7))
  in agrees f (\(a, b) (x, y) -> inner_2d a x + inner_2d b y) (at 1) (at 2) (at 3)

entry bilinear (n: i64) (d: i64) (o: i64) : bool =
  let f (w: [o][d][d]f64, x: [n][d]f64) =
    f64.sum (map (\a ->
      f64.sum (map (\m -> f64.tanh (f64.sum (map2 (\ai row -> ai * inner row a) a m))) w)) x)
  let at s = (waves_3d o d d s, waves_2d n d (s + 7))
  in agrees f (\(w, x) (v, y) -> inner_3d w v + inner_2d x y) (at 1) (at 2) (at 3)

entry branches (n: i64) (m: i64) (k: i64) : bool =
  let f (w: [k][m]f64, x: [n][m]f64) =
    f64.sum (map (\v ->
      f64.sum (map (\row -> let s = inner row v in if s > 0 then s * s else 0.1 * s) w)) x)
  let at s = (waves_2d k m s, waves_2d n m (s + 7))
  in agrees f (\(w, x) (v, y) -> inner_2d w v + inner_2d x y) (at 1) (at 2) (at 3)

entry outside (n: i64) (m: i64) : bool =
  let f (a: [20][n]f64) =
    let c = map (\row -> map (\r -> f64.sum (map2 (*) row r)) (take m a)) a
    in f64.sum (map (\i -> c[i, i] * c[i, i]) (iota 20))
  in f64.sum (flatten (vjp f (waves_2d 20 n 1) 1)) != 0

entry infinite (n: i64) (k: i64) (m: i64) : [n]f64 =
  let f (w: [n]f64) =
    f64.sum (map (\x ->
      let logs = map (\i -> f64.log (0 * x) * f64.i64 i) (iota m)
      in f64.sum (map (\j -> f64.sum (map (* f64.i64 j) logs)) (iota k))) w)
  in vjp f (waves n 1) 1

entry replicated (a: [4]f64) : [4]f64 =
  let f (a: [4]f64) =
    let rows : [4][5]f64 = map (\x -> replicate 5 x) a
    let sums : [5][4]f64 = replicate 5 (
      let others : [4][5]f64 = map (\x -> map (\_ -> x) rows[0]) a
      in tabulate 4 (\i -> f64.sum (map2 (*) (map (\x -> -x) others[i]) rows[2])))
    in f64.sum (flatten sums)
  in vjp f a 1

entry unread (n: i64) (k: i64) : bool =
  let a = waves_2d n n 1
  let inners = map (\row -> map (\other -> f64.sum (map3 (\x y _ -> x * y) row other a[k])) a) a
  in inners[0, 0] > 0
