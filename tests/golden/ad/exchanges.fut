-- The derivative of a scatter takes what comes back to each place, and leaves nothing there: an
-- exchange, whose derivative is one the other way round. Places that meet, and places outside; of
-- numbers, of rows, in two dimensions, in lanes, of several columns, to third order.

def numbers (n: i64) : [n]f64 = tabulate n (\i -> 1 + 0.3 * f64.sin (f64.i64 (7 * i + 1)))
def places (n: i64) (m: i64) (s: i64) : [n]i64 = tabulate n (\i -> (i * i * 5 + s) % (m + 2) - 1)

-- What a scatter is, written as the loop.
def written 'a [n] [m] (dest: [m]a) (is: [n]i64) (vs: [n]a) : [m]a =
  loop y = copy dest for i < n do
    if 0 <= is[i] && is[i] < m then y with [is[i]] = copy vs[i] else y

def order_1 [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64) : [n]f64 = vjp f x (numbers m)
def order_2 [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64) : [n]f64 = vjp (order_1 f) x (numbers n)
def order_3 [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64) : [n]f64 = jvp (order_2 f) x (numbers n)

def near [n] (a: [n]f64) (b: [n]f64) : bool =
  and (map2 (\x y -> f64.abs (x - y) <= 1e-9 * (1 + f64.abs x)) a b)

def same [n] [m] (f: [n]f64 -> [m]f64) (g: [n]f64 -> [m]f64) (x: [n]f64) : [3]bool =
  [near (order_1 f x) (order_1 g x), near (order_2 f x) (order_2 g x),
   near (order_3 f x) (order_3 g x)]

-- ==
-- entry: cubes over_ones twice many rows lanes columns steps
-- input { 9i64 }
-- output { [true, true, true] }

-- What was there counts, and what is written.
entry cubes n =
  let f put (x: [n]f64) : [n]f64 =
    map (\y -> y * y * y) (put (map f64.sin x) (places n n 0) (map2 (*) x (reverse x)))
  in same (f (\d is vs -> scatter (copy d) is vs)) (f written) (numbers n)

-- What was there is a constant.
entry over_ones n =
  let f put (x: [n]f64) : [n]f64 = map2 (*) x (put (replicate n 1) (places n n 3) (map f64.exp x))
  in same (f (\d is vs -> scatter (copy d) is vs)) (f written) (numbers n)

entry twice n =
  let f put (x: [n]f64) : [n]f64 =
    let y = put x (places n n 1) (map (\v -> v * v) x)
    in put (map f64.sin y) (places n n 2) (map2 (*) y x)
  in same (f (\d is vs -> scatter (copy d) is vs)) (f written) (numbers n)

-- More values than places, and far more places than values.
entry many n =
  let f put (x: [n]f64) : [3]f64 =
    map (\y -> y * y) (put (take 3 x) (places n 3 0) (map f64.sin x))
  let g put (x: [n]f64) : [2000]f64 =
    map (\y -> y * y) (put (replicate 2000 x[0]) (places n 2000 0) (map f64.sin x))
  in map2 (&&) (same (f (\d is vs -> scatter (copy d) is vs)) (f written) (numbers n))
               (same (g (\d is vs -> scatter (copy d) is vs)) (g written) (numbers n))

entry rows n =
  let f (put: [4][3]f64 -> [n]i64 -> [n][3]f64 -> [4][3]f64) (x: [n]f64) : [4]f64 =
    let vs = map (\v -> [v, v * v, f64.sin v]) x
    in map (\y -> y[0] * y[1] + y[2] * y[2]) (put (replicate 4 [x[0], x[1], 1]) (places n 4 0) vs)
  in same (f (\d is vs -> scatter (copy d) is vs)) (f written) (numbers n)

-- Each row within itself, some at the same places in all lanes, some not.
entry lanes n =
  let f put (x: [n]f64) : [40]f64 =
    map (\k ->
           let y = map (\v -> v * (1 + 0.1 * f64.i64 k)) x
           let a : [n]f64 = put (map f64.sin y) (places n n k) (map2 (*) y x)
           let b : [n]f64 = put y (places n n 1) (map2 (*) a a)
           in f64.sum (map2 (*) a b))
        (iota 40)
  in same (f (\d is vs -> scatter (copy d) is vs)) (f written) (numbers n)

-- Of a pair, of which one column is read, or both.
entry columns n =
  let f (x: [n]f64) : [n]f64 =
    let (a, b) = unzip (scatter (zip (copy x) (map f64.sin x)) (places n n 0) (zip (reverse x) x))
    in map2 (\a b -> a * a * b) a b
  let g (x: [n]f64) : [n]f64 =
    let is = places n n 0
    in map2 (\a b -> a * a * b) (written x is (reverse x)) (written (map f64.sin x) is x)
  in same f g (numbers n)

-- A state of which each step overwrites a few places: what it found there is kept, not the state.
entry steps n =
  let f (put: [n]f64 -> [n]i64 -> [n]f64 -> [n]f64) (x: [n]f64) : [n]f64 =
    loop x = copy x for s < 5 do
      put x (places n (2 * n) s) (map (\i -> f64.sin x[(i * 3 + s) % n] * x[1]) (iota n))
  in same (f (\d is vs -> scatter (copy d) is vs)) (f written) (numbers n)

-- ==
-- entry: two_dimensions
-- input { 12i64 }
-- output { [true, true, true] }
entry two_dimensions n =
  let is = map2 (\i j -> (i, j)) (places n 3 0) (places n 4 1)
  let f (x: [n]f64) : [3]f64 =
    map (\r -> f64.sum (map (\v -> v * v * v) r))
        (scatter_2d (replicate 3 (replicate 4 x[0])) is (map f64.sin x))
  let g (x: [n]f64) : [3]f64 =
    map (\r -> f64.sum (map (\v -> v * v * v) r))
        (loop y = replicate 3 (replicate 4 x[0]) for k < n do
           let (i, j) = is[k]
           in if i >= 0 && i < 3 && j >= 0 && j < 4 then y with [i, j] = f64.sin x[k] else y)
  in same f g (numbers n)

-- The last writer of a place takes what comes back to it; what was there before all, what is left.
-- ==
-- entry: shares
-- input { }
-- output { [1.0, 0.0, 0.0, 4.0] [0.0, 0.0, 3.0, 2.0] }
entry shares : ([4]f64, [4]f64) =
  vjp (\(d: [4]f64, v) -> scatter (copy d) [2, -1, 2, 1] v) ([5, 6, 7, 8], [0, 0, 0, 0]) [1, 2, 3, 4]
