-- Rows of a table that every lane picks for itself, again and again: what comes back to them is added
-- row by row, lane after lane. Reverse against forward, to second order, for rows of any length, and
-- some that few lanes read.
-- ==
-- entry: chains guarded shared
-- input { 5i64 2i64 } output { true }
-- input { 40i64 3i64 } output { true }
-- input { 70i64 4i64 } output { true }
-- input { 33i64 7i64 } output { true }
-- input { 100i64 9i64 } output { true }
-- input { 20i64 0i64 } output { true }

def wave (s: i64) (i: i64) : f64 = f64.sin (f64.i64 ((s + 1) * (i + 1) * (i + 3)))
def waves (n: i64) (m: i64) (s: i64) : [n][m]f64 = tabulate_2d n m (\i j -> wave s (i * m + j))

def near (a: f64) (b: f64) : bool = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a + f64.abs b)
def dot [n] [m] (a: [n][m]f64) (b: [n][m]f64) : f64 = f64.sum (map2 (*) (flatten a) (flatten b))

def agrees [n] [m] (f: [n][m]f64 -> f64) : bool =
  let (x, t, u) = (waves n m 1, waves n m 2, waves n m 3)
  let slope = jvp f x t
  let second = jvp (\x -> jvp f x t) x u
  in near slope (dot (vjp f x 1) t)
     && near second (dot (vjp (\x -> jvp f x t) x 1) u)
     && near second (dot (vjp (\x -> dot (vjp f x 1) t) x 1) u)

-- Matrices: 4 of them.
def matrix [d] (ms: [4 * d][d]f64) (c: i64) : [d][d]f64 = ms[c * d:(c + 1) * d] :> [d][d]f64

entry chains (n: i64) (d: i64) : bool =
  let f (ms: [4 * d][d]f64) =
    let ms = map (matrix ms) (iota 4)
    in f64.sum (map (\i ->
         let v = loop v = replicate d 1 for k < 5 do
                   map (\row -> f64.tanh (f64.sum (map2 (*) row v))) ms[(i * 7 + k * k) % 4]
         in f64.sum (map (\x -> x * x) v)) (iota n))
  in agrees f

-- Some lanes, and not in every turn.
entry guarded (n: i64) (d: i64) : bool =
  let f (table: [6][d]f64) =
    f64.sum (map (\i ->
      let v = loop v = replicate d 0.5 for k < 4 do
                if (i + k) % 3 == 0 then v
                else map2 (\a b -> f64.sin (a + b * b)) v table[(i * 5 + k) % 6]
      in f64.sum v) (iota n))
  in agrees f

-- Beside numbers of the same rows, and places that all lanes share.
entry shared (n: i64) (d: i64) : bool =
  let f (table: [6][d]f64) =
    f64.sum (map (\i ->
      let v = map2 (*) table[i % 6] table[(i * i) % 6]
      let w = map2 (+) v table[2]
      in loop s = 0 for j < d do s + f64.cos (w[j] * table[i % 5, j]) * table[3, (i + j) % d]) (iota n))
  in agrees f
