-- Loops of which each iteration writes rows, or elements, of its own are maps: the same numbers, the
-- same errors, and nothing of them is kept for derivatives. What depends on other iterations stays a
-- loop.

def numbers (n: i64) : [n]f64 = map (\i -> 0.3 + f64.i64 (i * 37 % 11) / 11) (iota n)
def table (n: i64) (m: i64) : [n][m]f64 = unflatten (numbers (n * m))

def near (a: f64) (b: f64) = f64.abs (a - b) < 1e-12 * (1 + f64.abs a)
def is_same [n] (x: [n]f64) (y: [n]f64) = and (map2 near x y)

-- In each way what [f] computes is what [plain] does.
def agrees [n] [k] (f: [n]f64 -> [k]f64) (plain: [n]f64 -> [k]f64) (x: [n]f64) : bool =
  let w = map (\i -> 1 + f64.i64 (i % 3)) (iota k)
  let second g = vjp (\x -> vjp g x w) x (numbers n)
  in is_same (f x) (plain x) && is_same (vjp f x w) (vjp plain x w)
     && is_same (jvp f x (numbers n)) (jvp plain x (numbers n))
     && is_same (second f) (second plain)

-- ==
-- entry: vectors
-- input { 12i64 } output { [true, true, true, true, true, true, true, true] }
-- input { 1i64 } output { [true, true, true, true, true, true, true, true] }
-- input { 0i64 } output { [true, true, true, true, true, true, true, true] }
entry vectors (n: i64) =
  let x = numbers n
  in [ agrees (\x -> loop y = replicate n 0 for i < n do y with [i] = f64.sin x[i])
              (map f64.sin) x
     , agrees (\x -> loop y = copy x for i < n do y with [i] = f64.sin y[i] * x[n - 1 - i])
              (\x -> map2 (\a b -> f64.sin a * b) x (reverse x)) x
     , agrees (\x -> loop y = copy x for i < n do y with [n - 1 - i] = x[i] * y[n - 1 - i])
              (\x -> map2 (*) (reverse x) x) x
     , agrees (\x -> loop y = copy x for i < n - 1 do y with [i + 1] = f64.sin y[i + 1])
              (\x -> map2 (\a i -> if i > 0 then f64.sin a else a) x (iota n)) x
     , agrees (\x -> loop y = copy x for i < n / 2 do y with [n / 2 - 1 - i] = f64.i64 i)
              (\x -> map2 (\a i -> if i < n / 2 then f64.i64 (n / 2 - 1 - i) else a) x (iota n)) x
     , agrees (\x -> loop y = copy x for i < n do
                       if x[i] > 0.6 then y with [i] = y[i] * y[i] else y)
              (map (\a -> if a > 0.6 then a * a else a)) x
     , agrees (\x -> let (y, z) = loop (y, z) = (copy x, replicate n 1) for i < n do
                                    let v = f64.sin y[i]
                                    in (y with [i] = v * z[i], z with [i] = v + x[i])
                     in y ++ z)
              (\x -> map f64.sin x ++ map (\a -> f64.sin a + a) x) x
     , agrees (\x -> loop y = copy x for i < n do loop y for k < 5 do
                       y with [i] = 0.5 * y[i] + f64.sin (x[i] + f64.i64 k))
              (map (\a -> loop b = a for k < 5 do 0.5 * b + f64.sin (a + f64.i64 k))) x ]

-- ==
-- entry: tables
-- input { 5i64 4i64 } output { [true, true, true, true, true, true, true, true] }
-- input { 1i64 1i64 } output { [true, true, true, true, true, true, true, true] }
-- input { 3i64 0i64 } output { [true, true, true, true, true, true, true, true] }
entry tables (n: i64) (m: i64) =
  let x = numbers (n * m)
  let flat (f: [n][m]f64 -> [n][m]f64) (x: [n * m]f64) = flatten (f (unflatten x))
  let same f plain = agrees (flat f) (flat plain) x
  in [ same (\a -> loop y = replicate n (replicate m 0) for i < n do
                     loop y for j < m do y with [i, j] = f64.sin a[i, j])
            (map (map f64.sin))
     , same (\a -> loop y = copy a for j < m do
                     loop y for i < n do y with [i, j] = f64.sin y[i, j])
            (map (map f64.sin))
     , same (\a -> loop y = copy a for i < n do loop y for j < m do
                     if j > i then y with [i, j] = f64.sin y[i, j] else y with [i, j] = 0)
            (\a -> map2 (\r i -> map2 (\v j -> if j > i then f64.sin v else 0) r (iota m)) a (iota n))
     , same (\a -> loop y = copy a for i < n do loop y for j < m - 1 do
                     y with [i, j + 1] = y[i, j + 1] + f64.sin y[i, j])
            (map (\r -> loop y = copy r for j < m - 1 do y with [j + 1] = y[j + 1] + f64.sin y[j]))
     , same (\a -> loop y = copy a for j < m do loop y for i < n - 1 do
                     y with [i + 1, j] = y[i + 1, j] + f64.sin y[i, j])
            (\a -> transpose (map (\c -> loop y = copy c for i < n - 1 do
                                           y with [i + 1] = y[i + 1] + f64.sin y[i])
                                  (transpose a)))
     , same (\a -> loop y = copy a for i < n do y with [i] = map (* f64.sum a[0]) y[n - 1 - i])
            (\a -> let y = copy a
                   let (y, _) = loop (y, i) = (y, 0) while i < n do
                                  (y with [i] = map (* f64.sum a[0]) y[n - 1 - i], i + 1)
                   in y)
     , same (\a -> loop y = copy a for j < m do y with [:, j] = map f64.sin y[:, j])
            (map (map f64.sin))
     , same (\a -> loop y = copy a for i < n do loop y for j < m do
                     y with [i, m - 1 - j] = y[i, m - 1 - j] * a[i, j])
            (\a -> map2 (map2 (*)) a (map reverse a)) ]

-- Of squares, flat tables, rows that are copied before they are overwritten, counters in 32 bits.
-- ==
-- entry: squares
-- input { 5i64 } output { [true, true, true, true, true, true] }
-- input { 1i64 } output { [true, true, true, true, true, true] }
-- input { 0i64 } output { [true, true, true, true, true, true] }
entry squares (n: i64) =
  let x = numbers (n * n)
  let flat (f: [n][n]f64 -> [n][n]f64) (x: [n * n]f64) = flatten (f (unflatten x))
  let same f plain = agrees (flat f) (flat plain) x
  in [ same (\a -> loop y = copy a for i < n do loop y for j < n do y with [i, j] = y[i, j] * y[i, j])
            (map (map (\a -> a * a)))
     , same (\a -> loop y = copy a for i < n do
                     let r = copy y[i]
                     in loop y for j < n do y with [i, j] = r[j] * r[n - 1 - j])
            (map (\r -> map2 (*) r (reverse r)))
     , same (\a -> loop y = copy a for i < n do
                     let s = loop s = 0 for j < n do s + y[i, j] * y[i, j]
                     in loop y for j < n do y with [i, j] = y[i, j] / f64.sqrt s)
            (map (\r -> let s = f64.sum (map (\a -> a * a) r) in map (/ f64.sqrt s) r))
     , agrees (\x -> loop y = replicate (n * n) 0 for i < n do loop y for j < n do
                       y with [i * n + j] = f64.sin x[j * n + i])
              (\x -> flatten (transpose (map (map f64.sin) (unflatten x)))) x
     , agrees (\x -> loop c = replicate (n * n) 0 for i < n do loop c for j < n do loop c for k < n do
                       c with [i * n + j] = c[i * n + j] + x[i * n + k] * x[k * n + j])
              (\x -> let a = unflatten x
                     in flatten (map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose a)) a)) x
     , agrees (\x -> loop y = copy x for i < i32.i64 (n * n) do
                       y with [i64.i32 i] = y[i64.i32 i] * f64.i32 i)
              (\x -> map2 (\a i -> a * f64.i64 i) x (indices x)) x ]

-- Of rows that depend on the row before; and some that depend on their own.
-- ==
-- entry: before
-- input { 5i64 } output { [true, true, true, true] }
-- input { 1i64 } output { [true, true, true, true] }
entry before (n: i64) =
  let x = numbers (n * n)
  let step [n] (x: [n][n]f64) (t: i64) (h: [n]f64) : [n]f64 =
    map2 (\r u -> f64.tanh (f64.sum (map2 (*) r h) + u)) x x[t]
  let same [k] (f: [n][n]f64 -> [k]f64) (plain: [n][n]f64 -> [k]f64) =
    agrees (\(x: [n * n]f64) -> f (unflatten x)) (\(x: [n * n]f64) -> plain (unflatten x)) x
  in [ same (\x -> let hs =
                     loop hs = replicate (n + 1) (replicate n 0.1) for t < n do loop hs for i < n do
                       let s = loop s = 0 for j < n do s + x[i, j] * hs[t, j]
                       in hs with [t + 1, i] = f64.tanh (s + x[t, i])
                   in hs[n])
            (\x -> loop h = replicate n 0.1 for t < n do step x t h)
     , same (\x -> let d =
                     loop d = copy x for t < n - 1 do loop d for j < n do
                       d with [t + 1, j] = d[t + 1, j] + d[t, n - 1 - j] * d[t, j]
                   in last d)
            (\x -> loop d = x[0] for t < n - 1 do
                     map2 (+) x[t + 1] (map2 (*) (reverse d) d))
     , -- Both rows of a ring, in turn.
       same (\x -> let d =
                     loop d = replicate 2 (replicate n 1) for t < n do loop d for j < n do
                       d with [(t + 1) % 2, j] = d[t % 2, n - 1 - j] * x[t, j]
                   in d[n % 2])
            (\x -> loop d = replicate n 1 for t < n do map2 (*) (reverse d) x[t])
     , same (\x -> let d =
                     loop d = copy x for t < n - 1 do loop d for j < n - 1 do
                       d with [t + 1, j + 1] = d[t + 1, j] + d[t, j]
                   in last d)
            (\x -> (loop (before, t) = (x[0], 0) while t < n - 1 do
                      let row = loop r = copy x[t + 1] for j < n - 1 do
                                  r with [j + 1] = r[j] + before[j]
                      in (row, t + 1)).0) ]

def product [n] [p] [m] (a: [n][p]f64) (b: [p][m]f64) : [n][m]f64 =
  map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a

-- ==
-- entry: products
-- input { 7i64 5i64 6i64 } output { [true, true, true, true] }
-- input { 1i64 1i64 1i64 } output { [true, true, true, true] }
entry products (n: i64) (p: i64) (m: i64) =
  let flat (f: [n][p]f64 -> [p][m]f64 -> [n][m]f64) (x: [n * p + p * m]f64) =
    flatten (f (unflatten (take (n * p) x)) (unflatten (drop (n * p) x :> [p * m]f64)))
  let same f = agrees (flat f) (flat product) (numbers (n * p + p * m))
  in [ same (\a b -> loop c = replicate n (replicate m 0) for i < n do loop c for j < m do
                       loop c for k < p do c with [i, j] = c[i, j] + a[i, k] * b[k, j])
     , same (\a b -> loop c = replicate n (replicate m 0) for i < n do loop c for k < p do
                       loop c for j < m do c with [i, j] = c[i, j] + a[i, k] * b[k, j])
     , same (\a b -> loop c = replicate n (replicate m 0) for k < p do loop c for i < n do
                       loop c for j < m do c with [i, j] = c[i, j] + a[i, k] * b[k, j])
     , same (\a b -> loop c = replicate n (replicate m 0) for j < m do loop c for i < n do
                       c with [i, j] = loop s = 0 for k < p do s + a[i, k] * b[k, j]) ]

-- These need what other iterations have done.
-- ==
-- entry: others
-- input { [1.0, 2.0, 3.0] } output { [[1.0, 3.0, 6.0], [3.0, 3.0, 3.0], [1.0, 2.0, 3.0], [2.0, 3.0, 1.0]] }
entry others (x: [3]f64) : [4][3]f64 =
  let before = loop y = copy x for i < 2 do y with [i + 1] = y[i] + y[i + 1]
  let last = loop y = copy x for i < 3 do y with [i] = y[2]
  let swapped = (loop (y, z) = (copy x, copy (reverse x)) for i < 3 do
                   (z with [i] = x[i], y with [i] = x[2 - i])).0
  let around = loop y = copy x for i < 2 do
                 let (a, b) = (y[i], y[i + 1]) in y with [i] = b with [i + 1] = a
  in [before, last, swapped, around]

-- Errors say what they said.
-- ==
-- entry: outside
-- input { 4i64 0i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { 3i64 1i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { -2i64 9i64 } output { [1.0, 1.0, 1.0] }
-- input { 2i64 1i64 } output { [1.0, 2.0, 2.0] }
entry outside (n: i64) (k: i64) : [3]f64 =
  loop y = replicate 3 1 for i < n do y with [i + k] = y[i + k] + 1

-- ==
-- entry: outside_of_row
-- input { 3i64 5i64 } error: Index \[0, 4\] out of bounds for array of shape \[3\]\[4\]
-- input { 4i64 4i64 } error: Index \[3, 0\] out of bounds for array of shape \[3\]\[4\]
-- input { 0i64 9i64 } output { 12.0 }
-- input { 3i64 4i64 } output { 24.0 }
entry outside_of_row (n: i64) (m: i64) : f64 =
  f64.sum (flatten (loop y = replicate 3 (replicate 4 1) for i < n do loop y for j < m do
                      y with [i, j] = y[i, j] + 1))

-- ==
-- entry: traced
-- input { 2i64 } output { [2.0, 3.0] }
entry traced (n: i64) : [n]f64 =
  loop y = replicate n 1 for i < n do y with [i] = #[trace] (y[i] + f64.i64 i + 1)
