-- Factors that are joined, or lengths that have no name outside of the nest: products all the same.
-- Reverse against forward, to second order, and widths of zero; and errors come in the order of
-- iterations, whatever is computed before.
-- ==
-- tags { threads }
-- entry: recurrent gates
-- input { 0i64 0i64 0i64 0i64 }
-- output { true }
-- input { 1i64 1i64 1i64 1i64 }
-- output { true }
-- input { 3i64 5i64 2i64 4i64 }
-- output { true }
-- input { 2i64 17i64 20i64 3i64 }
-- output { true }
-- input { 2i64 6i64 33i64 16i64 }
-- output { true }
-- input { 2i64 0i64 20i64 5i64 }
-- output { true }
-- input { 2i64 20i64 0i64 5i64 }
-- output { true }
-- input { 0i64 20i64 7i64 5i64 }
-- output { true }

-- A row that is too short is an error where there is an iteration, and only there.
-- ==
-- entry: short
-- input { 2i64 20i64 16i64 } error: cannot match shape
-- input { 2i64 0i64 16i64 } error: cannot match shape
-- input { 0i64 20i64 16i64 } output { empty([0][20]f64) }

-- The first iteration's errors come first: its place outside, not the slice of the second one.
-- ==
-- entry: first_error
-- input { [7i64, 4i64] [3i64, 99i64] } error: 0:7
-- input { [3i64, 99i64] [7i64, 4i64] } error: Index \[7\]
-- input { [3i64, 2i64] [5i64, 99i64] } error: Index \[99\]

-- What is inside of iterations, for lengths agree there, is not before them where there are none.
-- ==
-- entry: nowhere
-- input { 0i64 5i64 3i64 } output { 0.0 }
-- input { 2i64 2i64 3i64 } output { 2.0 }
-- input { 2i64 5i64 3i64 } error: cannot match shape

def wave (s: i64) (i: i64) : f64 = f64.sin (f64.i64 ((s + 1) * (i + 1) * (i + 3)))
def waves (n: i64) (s: i64) : [n]f64 = tabulate n (wave s)
def waves_2d (n: i64) (m: i64) (s: i64) : [n][m]f64 = tabulate_2d n m (\i j -> wave s (i * m + j))
def waves_3d (n: i64) (m: i64) (k: i64) (s: i64) : [n][m][k]f64 =
  tabulate_3d n m k (\i j l -> wave s ((i * m + j) * k + l))

def near (a: f64) (b: f64) : bool = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a + f64.abs b)
def inner [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)
def inner_2d [n] [m] (a: [n][m]f64) (b: [n][m]f64) : f64 = f64.sum (map2 inner a b)

def agrees 'x (f: x -> f64) (dot: x -> x -> f64) (x: x) (t: x) (u: x) : bool =
  let slope = jvp f x t
  let second = jvp (\x -> jvp f x t) x u
  in near (dot (vjp f x 1) t) slope && near (dot (vjp (\x -> jvp f x t) x 1) u) second

-- Rows of inputs and states joined, multiplied, and states taken from the result's halves.
def steps [t] [b] [d] [h] (w: [h][d + h]f64) (xs: [t][b][d]f64) (s: [b][h]f64) : [b][h]f64 =
  loop s for x in xs do
    map2 (\x s -> let joined = x ++ s in map (\row -> f64.tanh (inner row joined)) w) x s

entry recurrent (t: i64) (b: i64) (d: i64) (h: i64) : bool =
  let w = waves_2d h (d + h) 1
  let xs = waves_3d t b d 2
  let loss (w, xs) = f64.sum (flatten (steps w xs (waves_2d b h 3)))
  let dot (w, xs) (v, ys) = inner_2d w v + f64.sum (map2 inner_2d xs ys)
  in agrees loss dot (w, xs) (waves_2d h (d + h) 4, waves_3d t b d 5)
            (waves_2d h (d + h) 6, waves_3d t b d 7)

-- The gates are slices of one product, whose lengths only the slices themselves check.
def gated [t] [b] [d] [g] (h: i64) (w: [g][d + h]f64) (xs: [t][b][d]f64) (s: [b][h]f64)
          : [b][h]f64 =
  loop s for x in xs do
    map2 (\x s ->
            let joined = x ++ s
            let gates = map (inner joined) w
            let keep = gates[0:h] :> [h]f64
            let new = gates[h:2 * h] :> [h]f64
            in map3 (\k n s -> s / (1 + f64.exp k) + f64.tanh n) keep new s)
         x s

entry gates (t: i64) (b: i64) (d: i64) (h: i64) : bool =
  let w = waves_2d (2 * h) (d + h) 1
  let xs = waves_3d t b d 2
  let loss (w, xs) = f64.sum (flatten (gated h w xs (waves_2d b h 3)))
  let dot (w, xs) (v, ys) = inner_2d w v + f64.sum (map2 inner_2d xs ys)
  in agrees loss dot (w, xs) (waves_2d (2 * h) (d + h) 4, waves_3d t b d 5)
            (waves_2d (2 * h) (d + h) 6, waves_3d t b d 7)

entry short (n: i64) (m: i64) (k: i64) : [n][m]f64 =
  let w = waves_2d m (k + 2) 1
  in map (\i -> let row = (waves k i ++ [f64.i64 i]) :> [k + 2]f64 in map (inner row) w) (iota n)

entry first_error (ends: [2]i64) (places: [2]i64) : f64 =
  let w = waves_2d 20 8 1
  let a = waves_2d 2 6 2
  in f64.sum (map3 (\row end place ->
                      let some = row[0:end]
                      let joined = row ++ [f64.sum some, 1]
                      let sums = map (inner (joined :> [8]f64)) w
                      in f64.sum sums * row[place])
                   a ends places)

entry nowhere (n: i64) (d: i64) (z: i64) : f64 =
  let v = replicate z 1
  in f64.sum (map (\i ->
                     let joined = (waves d i ++ [0]) :> [z]f64
                     in f64.sum v[d:z] + 0 * f64.sum joined)
                  (iota n))
