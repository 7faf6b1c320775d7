-- Loops in loops in a map, where lanes go round differently often: what the inner ones keep has another
-- length in each lane, or in each iteration. Both modes, and both orders, say the same; and each lane
-- the same as alone.
import "lib/check"

-- | Rows of three numbers, no two alike, of which lanes make lengths.
def rows (m: i64) : [m][3]f64 =
  tabulate_2d m 3 (\i j -> 0.9 + 0.6 * f64.sin (1.3 * f64.i64 i + 2.1 * f64.i64 j))

def dot [n] [m] (a: [n][m]f64) (b: [n][m]f64) : f64 = f64.sum (map2 (\x y -> f64.sum (map2 (*) x y)) a b)

def agree [m] (f: i64 -> [3]f64 -> f64) (xs: [m][3]f64) : bool =
  let loss xs = f64.sum (map2 f (iota m) xs)
  let gradient xs = vjp loss xs 1
  let along = map (map (\x -> x * x - 0.7)) xs
  let alone = map2 (\i x -> vjp (f i) x 1) (iota m) xs
  in near (dot (gradient xs) along) (jvp loss xs along)
     && near_matrix (gradient xs) alone
     && near_matrix (jvp gradient xs along) (vjp gradient xs along)

-- As often in each iteration.
def powers (i: i64) (x: [3]f64) : f64 =
  let n = i % 5
  in loop y = x[0] for _k < 7 do y - 0.1 * ((loop p = x[1] for _j < n do f64.sin (p * y)) - x[2])

-- Array states.
def smoothed (i: i64) (x: [3]f64) : f64 =
  let n = (i * 7) % 4
  in f64.sum (loop u = x for k < 6 do
                let v = map (\a -> f64.sin (a + f64.i64 k)) u
                in loop v for _s < n do map2 (\a b -> 0.7 * a + 0.3 * b * b) v (rotate 1 v))

-- Another number in each iteration, and iterations until something holds.
def grown (i: i64) (x: [3]f64) : f64 =
  loop y = x[0] for k < 6 do
    let (p, _) = loop (p, n) = (y, 0) while p < 2 && n < (i + k) % 4 do (p * (1 + 0.2 * x[1]), n + 1i64)
    in f64.sqrt (p + x[2] * x[2])

-- Both differ.
def triangle (i: i64) (x: [3]f64) : f64 =
  loop s = 0.1 for k < 5 + i % 4 do loop s for j < k - i % 2 do f64.sin (s * x[j % 3] + x[k % 3])

-- As often as the iteration's number says.
def prefixes (i: i64) (x: [3]f64) : f64 =
  loop s = 0.1 for k < 3 + i % 4 do loop s for j < k do f64.sin (s * x[j % 3] + x[k % 3])

-- Layers of padded sequences, whose weights are everybody's.
def layers (i: i64) (x: [3]f64) : f64 =
  let w = [[0.3, -0.2, 0.5], [0.1, 0.4, -0.6], [-0.3, 0.2, 0.7]]
  let n = 1 + (i * 7) % 5
  in f64.sum (loop h = x for _l < 4 do
                loop h for t < n do
                  map (\r -> f64.tanh (f64.sum (map2 (*) r h) + x[t % 3])) w)

-- Sums of what two loops inside have kept, of different lengths.
def two_inside (i: i64) (x: [3]f64) : f64 =
  loop y = x[0] for k < 4 do
    let (p, _) = loop (p, n) = (y, 0i64) while p < 3 && n < (i + k) % 3 do (p + f64.cos (p * x[1]), n + 1)
    let q = loop q = x[2] for _j < (i * k) % 4 do f64.sin (q * p) + 0.2 * q
    in p * q + 0.1 * y

-- The outer one ends when it is done.
def until (i: i64) (x: [3]f64) : f64 =
  (loop (y, k) = (x[0], 0) while k < i % 6 && y < 3 do
     (y + (loop q = x[1] for _j < (i + k) % 3 do f64.cos (q * y)) ** 2, k + 1)).0

-- Vectors, as often as a row says; on one side of a branch, until something holds.
def vectors (i: i64) (x: [3]f64) : f64 =
  f64.sum (loop h = x for k < 5 do
             let n = i64.f64 (2 + 2 * f64.sin (f64.i64 (i + k)))
             in loop h for _j < n do map2 (\a b -> f64.sin (a * b + 0.3)) h (rotate 1 x))

def on_one_side (i: i64) (x: [3]f64) : f64 =
  f64.sum (loop h = x for k < 5 do
             if (i + k) % 3 > 0
             then loop h while f64.sum h > 1 do map2 (\a b -> a * b * 0.4) h x
             else map (+ 0.7) h)

-- Three loops, and three that go on until something holds: what is kept is parts of parts.
def three (i: i64) (x: [3]f64) : f64 =
  loop s = x[0] for k < 4 do
    let n = (i + k) % 3
    in loop s for _a < n do
         let m = i64.f64 (s * s * 2)
         in loop s for _b < m do f64.cos (s * x[k % 3])

def three_until (i: i64) (x: [3]f64) : f64 =
  let (s, _) =
    loop (s, k) = (x[0], 0) while k < 2 + i % 3 do
      let (s, _) =
        loop (s, n) = (s, 0) while n < 3 && s < 2 do
          let s = loop s = s + 0.1 while s < 0.8 do s * (1.3 + 0.1 * x[1] * x[1])
          in (s + 0.4 * f64.sin (s * x[2]), n + 1i64)
      in (s * 0.6, k + 1)
  in s

-- Elimination in place that leaves small pivots alone.
def eliminated (i: i64) (x: [3]f64) : f64 =
  let a = tabulate_2d 3 3 (\r c -> f64.sin (f64.i64 (i + 3 * r + c)) * x[c] + x[r])
  let u =
    loop u = a for k < 2 do
      if f64.abs u[k, k] < 0.3
      then u
      else loop u for r in k + 1..<3 do
             let f = u[r, k] / u[k, k]
             in loop u for c in k..<3 do u with [r, c] = u[r, c] - f * u[k, c]
  in f64.sum (map (\k -> f64.log (0.5 + f64.abs u[k, k])) (iota 3))

-- ==
-- tags { threads }
-- entry: in_powers in_smoothed in_grown in_triangle in_prefixes in_layers in_two_inside in_until in_vectors in_on_one_side in_three in_three_until in_eliminated
-- input { 1i64 } output { true }
-- input { 13i64 } output { true }
-- input { 300i64 } output { true }
-- input { 0i64 } output { true }
entry in_powers (m: i64) = agree powers (rows m)
entry in_smoothed (m: i64) = agree smoothed (rows m)
entry in_grown (m: i64) = agree grown (rows m)
entry in_triangle (m: i64) = agree triangle (rows m)
entry in_prefixes (m: i64) = agree prefixes (rows m)
entry in_layers (m: i64) = agree layers (rows m)
entry in_two_inside (m: i64) = agree two_inside (rows m)
entry in_until (m: i64) = agree until (rows m)
entry in_vectors (m: i64) = agree vectors (rows m)
entry in_on_one_side (m: i64) = agree on_one_side (rows m)
entry in_three (m: i64) = agree three (rows m)
entry in_three_until (m: i64) = agree three_until (rows m)
entry in_eliminated (m: i64) = agree eliminated (rows m)
