-- Matrices whose rows are taken in parts, in lambdas and by indices: each part is multiplied, and
-- what comes back is added to it where it is. Reverse against forward, to second order, and against
-- the joined rows; widths of zero.
-- ==
-- tags { threads }
-- entry: sliced indexed placed four stacked
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

-- Parts that are outside are an error where there is an iteration, and only there; an empty part is
-- nowhere. What is told is the first iteration's.
-- ==
-- entry: part
-- input { 3i64 8i64 2i64 6i64 } output { 3i64 }
-- input { 3i64 8i64 2i64 7i64 } error: Index \[2:9\] out of bounds for array of shape \[8\]
-- input { 3i64 8i64 -1i64 2i64 } error: Index \[-1:1\] out of bounds for array of shape \[8\]
-- input { 0i64 8i64 2i64 7i64 } output { 0i64 }
-- input { 3i64 8i64 9i64 0i64 } output { 3i64 }
-- input { 3i64 8i64 2i64 -1i64 } error: Index \[2:1\] out of bounds for array of shape \[8\]

-- ==
-- entry: places
-- input { 3i64 8i64 2i64 6i64 }
-- output { [[2, 3, 4, 5, 6, 7], [102, 103, 104, 105, 106, 107], [202, 203, 204, 205, 206, 207]] }
-- input { 3i64 8i64 2i64 7i64 } error: Index \[0, 8\] out of bounds for array of shape \[3\]\[8\]
-- input { 3i64 8i64 -1i64 2i64 } error: Index \[0, -1\] out of bounds for array of shape \[3\]\[8\]
-- input { 3i64 8i64 9i64 2i64 } error: Index \[0, 9\] out of bounds for array of shape \[3\]\[8\]
-- input { 0i64 8i64 2i64 7i64 } output { empty([0][7]i32) }
-- input { 3i64 8i64 9i64 0i64 } output { empty([3][0]i32) }

-- Both places go outside: the inner one does so first.
-- ==
-- entry: both
-- input { 4i64 5i64 } error: Index \[0, 4\] out of bounds for array of shape \[3\]\[4\]
-- input { 4i64 4i64 } error: Index \[3, 0\] out of bounds for array of shape \[3\]\[4\]
-- input { 3i64 5i64 } error: Index \[0, 4\] out of bounds for array of shape \[3\]\[4\]
-- input { 3i64 4i64 } output { 138i64 }

-- An array without rows fails in the first iteration, whatever its rows' length.
-- ==
-- entry: of
-- input { 3i64 5i64 empty([0][4]i64) } error: Index \[0, 0\] out of bounds for array of shape \[0\]\[4\]
-- input { 3i64 5i64 empty([3][0]i64) } error: Index \[0, 0\] out of bounds for array of shape \[3\]\[0\]
-- input { 3i64 2i64 [[1i64, 2i64], [3i64, 4i64]] } error: Index \[2, 0\] out of bounds
-- input { 3i64 3i64 [[1i64, 2i64], [3i64, 4i64]] } error: Index \[0, 2\] out of bounds
-- input { 0i64 3i64 [[1i64, 2i64], [3i64, 4i64]] } output { 0i64 }
-- input { 2i64 2i64 [[1i64, 2i64], [3i64, 4i64]] } output { 10i64 }

-- The same as two steps: one that fails says so. (A row is a read of its own: where both it and an
-- element are outside, in other iterations, either may be told.)
-- ==
-- entry: of_steps
-- input { 3i64 5i64 empty([0][4]i64) } error: Index \[0\] out of bounds for array of shape \[0\]\[4\]
-- input { 3i64 5i64 empty([3][0]i64) } error: Index \[0\] out of bounds for array of shape \[0\]
-- input { 3i64 2i64 [[1i64, 2i64], [3i64, 4i64]] } error: Index \[2\] out of bounds for array of shape \[2\]\[2\]
-- input { 3i64 3i64 [[1i64, 2i64], [3i64, 4i64]] } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { 0i64 3i64 [[1i64, 2i64], [3i64, 4i64]] } output { 0i64 }
-- input { 2i64 2i64 [[1i64, 2i64], [3i64, 4i64]] } output { 10i64 }
-- ==
-- entry: steps
-- input { 4i64 4i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { 3i64 5i64 } error: Index \[4\] out of bounds for array of shape \[4\]
-- input { 3i64 4i64 } output { 138i64 }

-- An assertion that comes before says what is wrong, and a branch that is not taken does not.
-- ==
-- entry: asserted
-- input { 4i64 2i64 } output { 6i64 }
-- input { 4i64 5i64 } error: Assertion
-- ==
-- entry: branch
-- input { 4i64 true } output { [0i64, 1i64, 2i64, 3i64] }
-- input { 5i64 true } output { [0i64, 1i64, 2i64, 3i64, -1i64] }
-- input { 5i64 false } error: Index \[4\] out of bounds for array of shape \[4\]

-- A place so far away that a sum is less than it.
-- ==
-- entry: far
-- input { 3i64 9223372036854775807i64 } error: Index \[9223372036854775807\]
-- input { 3i64 -9223372036854775808i64 } error: Index \[-9223372036854775808\]
-- input { 0i64 9223372036854775807i64 } output { 0i64 }

def wave (s: i64) (i: i64) : f64 = f64.sin (f64.i64 ((s + 1) * (i + 1) * (i + 3)))
def waves (n: i64) (s: i64) : [n]f64 = tabulate n (wave s)
def waves_2d (n: i64) (m: i64) (s: i64) : [n][m]f64 = tabulate_2d n m (\i j -> wave s (i * m + j))
def waves_3d (n: i64) (m: i64) (k: i64) (s: i64) : [n][m][k]f64 =
  tabulate_3d n m k (\i j l -> wave s ((i * m + j) * k + l))

def near (a: f64) (b: f64) : bool = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a + f64.abs b)
def inner [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)
def inner_2d [n] [m] (a: [n][m]f64) (b: [n][m]f64) : f64 = f64.sum (map2 inner a b)
def inner_3d [n] [m] [k] (a: [n][m][k]f64) (b: [n][m][k]f64) : f64 = f64.sum (map2 inner_2d a b)

-- What a step makes of rows of weights, of [z] numbers, and of inputs and states of the batch.
type^ step = (b: i64) -> (d: i64) -> (h: i64) -> (z: i64)
             -> [h][z]f64 -> [b][d]f64 -> [b][h]f64 -> [b][h]f64

def loss (f: step) (t: i64) (b: i64) (d: i64) (h: i64) (z: i64)
         (w: [h][z]f64, xs: [t][b][d]f64) : f64 =
  let last = loop s = replicate b (replicate h 0.1) for x in xs do f b d h z w x s
  in f64.sum (flatten (map (map (\s -> s * (1 + s))) last))

def joined (b: i64) (d: i64) (h: i64) (z: i64) (w: [h][z]f64) (xs: [b][d]f64) (ss: [b][h]f64)
           : [b][h]f64 =
  map2 (\x s -> map (\row -> f64.tanh (inner (row :> [d + h]f64) (x ++ s))) w) xs ss

def checked (f: step) (t: i64) (b: i64) (d: i64) (h: i64) : bool =
  let z = d + h
  let f = loss f t b d h z
  let dot (w, xs) (v, ys) = inner_2d w v + inner_3d xs ys
  let (x, u, v) =
    ( (waves_2d h z 1, waves_3d t b d 2)
    , (waves_2d h z 3, waves_3d t b d 4)
    , (waves_2d h z 5, waves_3d t b d 6))
  let slope = jvp f x u
  let second = jvp (\x -> jvp f x u) x v
  in near (f x) (loss joined t b d h z x)
     && near (dot (vjp f x 1) u) slope
     && near (dot (vjp (\x -> jvp f x u) x 1) v) second
     && near (dot (jvp (\x -> vjp f x 1) x v) u) second

entry sliced (t: i64) (b: i64) (d: i64) (h: i64) : bool =
  checked (\(b: i64) (d: i64) (h: i64) (z: i64) (w: [h][z]f64) (xs: [b][d]f64) (ss: [b][h]f64)
            : [b][h]f64 ->
             map2 (\x s ->
                     map (\row -> f64.tanh (inner (row[0:d] :> [d]f64) x
                                            + inner (row[d:d + h] :> [h]f64) s)) w) xs ss)
          t b d h

entry indexed (t: i64) (b: i64) (d: i64) (h: i64) : bool =
  checked (\(b: i64) (d: i64) (h: i64) (z: i64) (w: [h][z]f64) (xs: [b][d]f64) (ss: [b][h]f64)
            : [b][h]f64 ->
             tabulate_2d b h (\i j ->
               let a = f64.sum (tabulate d (\k -> w[j, k] * xs[i, k]))
               let c = f64.sum (tabulate h (\k -> w[j][k + d] * ss[i][k]))
               in f64.tanh (a + c)))
          t b d h

entry placed (t: i64) (b: i64) (d: i64) (h: i64) : bool =
  checked (\(b: i64) (d: i64) (h: i64) (z: i64) (w: [h][z]f64) (xs: [b][d]f64) (ss: [b][h]f64)
            : [b][h]f64 ->
             map2 (\x s ->
                     tabulate h (\j -> f64.tanh (inner (w[j, :d] :> [d]f64) x
                                                 + inner (w[j, d:] :> [h]f64) s))) xs ss)
          t b d h

-- Several rows of a matrix for each number, some places apart.
entry four (t: i64) (b: i64) (d: i64) (h: i64) : bool =
  let z = d + h
  let f (w: [2 * h][z]f64, xs: [t][b][d]f64) : f64 =
    let step x s =
      let input = (x ++ s) :> [z]f64
      let dot r = f64.sum (tabulate z (\k -> w[r, k] * input[k]))
      in tabulate h (\j -> f64.tanh (dot j) * f64.sin (dot (h + j)))
    let last = loop s = replicate b (replicate h 0.1) for x in xs do map2 step x s
    in f64.sum (flatten last)
  let dot (w, xs) (v, ys) = inner_2d w v + inner_3d xs ys
  let (x, u, v) =
    ( (waves_2d (2 * h) z 1, waves_3d t b d 2)
    , (waves_2d (2 * h) z 3, waves_3d t b d 4)
    , (waves_2d (2 * h) z 5, waves_3d t b d 6))
  let slope = jvp f x u
  let second = jvp (\x -> jvp f x u) x v
  in near (dot (vjp f x 1) u) slope
     && near (dot (vjp (\x -> jvp f x u) x 1) v) second
     && near (dot (jvp (\x -> vjp f x 1) x v) u) second

-- Matrices in an array of them, each at a place of its own; the last axis at one place, too.
entry stacked (t: i64) (b: i64) (d: i64) (h: i64) : bool =
  let z = d + h
  let f (w: [3][h][z]f64, xs: [t][b][d]f64, u: [h][h][2]f64) : f64 =
    let step (x: [d]f64) (s: [h]f64) : [h]f64 =
      let gate k j = inner (w[k, j, :d] :> [d]f64) x + inner (w[k, j, d:] :> [h]f64) s
      let last k j = f64.sum (tabulate h (\l -> u[j, l, k] * s[l]))
      in tabulate h (\j ->
           f64.tanh (gate 0 j + last 1 j) * f64.sin (gate 2 j) + f64.cos (gate 1 j + last 0 j))
    let last = loop s = replicate b (replicate h 0.1) for x in xs do map2 step x s
    in f64.sum (flatten last)
  let dot (w, xs, u) (v, ys, r) = inner_3d w v + inner_3d xs ys + inner_3d u r
  let (x, u, v) =
    ( (waves_3d 3 h z 1, waves_3d t b d 2, waves_3d h h 2 3)
    , (waves_3d 3 h z 4, waves_3d t b d 5, waves_3d h h 2 6)
    , (waves_3d 3 h z 7, waves_3d t b d 8, waves_3d h h 2 9))
  let slope = jvp f x u
  let second = jvp (\x -> jvp f x u) x v
  in near (dot (vjp f x 1) u) slope
     && near (dot (vjp (\x -> jvp f x u) x 1) v) second
     && near (dot (jvp (\x -> vjp f x 1) x v) u) second

entry part (n: i64) (m: i64) (from: i64) (count: i64) : i64 =
  let x = unflatten (iota (n * m) :> [n * m]i64)
  in i64.sum (map (\row -> 1 + 0 * length row[from:from + count]) x)

entry places (n: i64) (m: i64) (from: i64) (count: i64) : [n][count]i32 =
  let x = tabulate_2d n m (\i j -> i32.i64 (100 * i + j))
  in tabulate_2d n count (\i k -> x[i, from + k])

entry both (n: i64) (m: i64) : i64 =
  let x = tabulate_2d 3 4 (\i j -> 10 * i + j)
  in loop s = 0 for i < n do loop s = s for j < m do s + x[i, j]

entry of (n: i64) (m: i64) (x: [][]i64) : i64 =
  i64.sum (map (\i -> i64.sum (map (\j -> x[i, j]) (iota m))) (iota n))

entry of_steps (n: i64) (m: i64) (x: [][]i64) : i64 =
  i64.sum (map (\i -> i64.sum (map (\j -> x[i][j]) (iota m))) (iota n))

entry steps (n: i64) (m: i64) : i64 =
  let x = tabulate_2d 3 4 (\i j -> 10 * i + j)
  in i64.sum (map (\i -> i64.sum (map (\j -> x[i][j]) (iota m))) (iota n))

entry asserted (n: i64) (from: i64) : i64 =
  let x = iota n
  in i64.sum (map (\i -> let j = assert (i < 3 && from < n) 1
                         in x[j + i]) (iota 3))

entry branch (n: i64) (careful: bool) : []i64 =
  let x = iota 4
  in map (\i -> if careful && i >= 4 then -1 else x[i]) (iota n)

entry far (n: i64) (from: i64) : i64 =
  let x = iota 5
  in i64.sum (map (\k -> x[from + k]) (iota n))
