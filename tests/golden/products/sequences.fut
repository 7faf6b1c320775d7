-- Loops over steps in a map over sequences, that multiply their states by matrices: all sequences
-- take a step together where they are many, with the bits that each has alone; derivatives agree.
-- ==
-- tags { threads }
-- entry: recurrent stacked mixed varying
-- input { 0i64 3i64 20i64 }
-- output { true }
-- input { 1i64 3i64 20i64 }
-- output { true }
-- input { 3i64 2i64 16i64 }
-- output { true }
-- input { 4i64 3i64 16i64 }
-- output { true }
-- input { 17i64 2i64 19i64 }
-- output { true }
-- input { 5i64 0i64 20i64 }
-- output { true }
-- input { 5i64 3i64 0i64 }
-- output { true }

-- A step outside, of one sequence among many, is an error.
-- ==
-- entry: outside
-- input { 5i64 [3i64, 3i64, 2i64, 5i64, 3i64] } error: Index \[3\] out of bounds
-- input { 5i64 [3i64, 3i64, 2i64, 3i64, 3i64] } output { [6i64, 6i64, 4i64, 6i64, 6i64] }

-- No sequence takes no steps, whatever their number.
-- ==
-- entry: nobody
-- input { 0i64 4611686018427387904i64 } output { 0.0 }

def wave (s: i64) (i: i64) : f64 = f64.sin (f64.i64 ((s + 1) * (i + 1) * (i + 3)))
def waves (n: i64) (s: i64) : [n]f64 = tabulate n (wave s)
def waves_2d (n: i64) (m: i64) (s: i64) : [n][m]f64 = tabulate_2d n m (\i j -> wave s (i * m + j))
def waves_3d (n: i64) (m: i64) (k: i64) (s: i64) : [n][m][k]f64 =
  tabulate_3d n m k (\i j l -> wave s ((i * m + j) * k + l))

def near (a: f64) (b: f64) : bool = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a + f64.abs b)
def inner [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)
def inner_2d [n] [m] (a: [n][m]f64) (b: [n][m]f64) : f64 = f64.sum (map2 inner a b)
def times [n] [m] (w: [n][m]f64) (x: [m]f64) : [n]f64 = map (inner x) w
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

entry recurrent (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    map (\x -> loop s = replicate h 0 for x in x do map2 (\a b -> f64.tanh (a + b)) (times w s) x) xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

-- Two loops, the second from where the first ends; and what comes between and behind.
entry stacked (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    map (\xs ->
           let mean = map (\c -> f64.sum c / f64.i64 (t + 1)) (transpose xs)
           let s = loop s = mean for x in xs do map2 (\a b -> f64.sin (a + b)) (times w s) x
           let z = map2 (*) s mean
           let (r, _) =
             loop (r, d) = (z, 1) for i < t do
               (map2 (\a b -> a / (2 + f64.abs b) + d) (times w r) xs[i], d / 2)
           in map3 (\a b c -> a + b * c) r s mean)
        xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

-- The matrix is made in the function, states are numbers and rows, and sequences meet afterwards.
entry mixed (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    let v = map2 (map2 (\a b -> a - b / 2)) w (transpose w)
    let (ends, sums) =
      unzip (map (\x ->
                    loop (s, sum) = (waves h 3, 0) for i < t do
                      let p = times v s
                      in (map2 (\p x -> p / (1 + p * p) + x) p x[i], sum + inner p s))
                 xs)
    in map2 (\e s -> map (+ s / 9) e) ends sums
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

-- Another matrix in each step; the steps of what does not multiply stay where they are.
entry varying (n: i64) (t: i64) (h: i64) : bool =
  let f k (w: [h][h]f64) (xs: [k][t][h]f64) : [k][h]f64 =
    let ws = tabulate t (\i -> map (map (* (1 / f64.i64 (i + 1)))) w)
    in map (\x ->
              let start = loop s = 0 for i < t do s / 2 + f64.sum x[i]
              in loop s = replicate h start for (w, x) in zip ws x do
                   map2 (\a b -> f64.tanh (a * b)) (times w s) x)
           xs
  in checked f (waves_2d h h 1) (waves_3d n t h 2)

entry outside (n: i64) (places: [n]i64) : [n]i64 =
  let w = waves_2d 20 20 1
  let a = [1, 2, 3]
  in map (\p ->
            (loop (s, k) = (waves 20 2, 1) for i < 2 do
               let s = times w s
               in (s, k + a[p - 1 + i - 1])).1)
         places

entry nobody (n: i64) (steps: i64) : f64 =
  let w = waves_2d 20 20 1
  in f64.sum (map (\i -> f64.sum (loop s = replicate 20 (f64.i64 i) for _j < steps do times w s))
                  (iota n))
