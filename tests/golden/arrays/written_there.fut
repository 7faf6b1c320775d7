-- What a map makes of a part of an array is written over that part: it goes there at once, unless
-- somebody else looks at the array.

def ramp (n: i64) : *[n]f64 = map f64.i64 (iota n)
def squares (n: i64) : *[n]f64 = map (\i -> f64.i64 (i * i)) (iota n)

-- Of which element is where.
def mark [n] (xs: [n]f64) : f64 = f64.sum (map2 (\i x -> x * f64.i64 (1 + i % 17)) (iota n) xs)

-- ==
-- tags { threads }
-- entry: alone
-- input { 700i64 } output { 1.0257690127100499e9f64 }
entry alone (n: i64) : f64 =
  let b = squares (n - 2)
  let a = ramp n
  let a = a with [1:n - 1] = map2 (\x y -> x - 2 * y) (a[1:n - 1] :> [n - 2]f64) b
  let a = a with [2:n] = map2 (\x y -> (x * y - x) / (1 + x * x)) (a[2:n] :> [n - 2]f64) b
  in mark (a with [0:n - 2] = map2 (+) a[0:n - 2] b)

-- The first array is looked at again.
-- ==
-- entry: held
-- input { 700i64 } output { 2203922.0f64
-- 1.024550976e9f64 }
entry held (n: i64) : (f64, f64) =
  let b = squares (n - 2)
  let a = ramp n
  let c = copy a with [1:n - 1] = map2 (+) (a[1:n - 1] :> [n - 2]f64) b
  in (mark a, mark c)

-- So is the part.
-- ==
-- entry: part_held
-- input { 700i64 } output { 2206703.0f64
-- 1.024550976e9f64 }
entry part_held (n: i64) : (f64, f64) =
  let b = squares (n - 2)
  let a = ramp n
  let part = copy a[1:n - 1] :> [n - 2]f64
  let c = a with [1:n - 1] = map2 (+) part b
  in (mark part, mark c)

-- Two parts of it, one beside the other: what one reads the other one writes.
-- ==
-- entry: two_parts
-- input { 700i64 } output { 3.5237582e7f64 }
entry two_parts (n: i64) : f64 =
  let a = ramp n
  let a = a with [1:n] = map2 (\x y -> x + 3 * y) a[1:n] (a[0:n - 1] :> [n - 1]f64)
  in mark (a with [0:n - 1] = map2 (\x y -> x + 3 * y) a[0:n - 1] (a[1:n] :> [n - 1]f64))

-- Neither from back to front nor every other one.
-- ==
-- entry: strides
-- input { 700i64 } output { 4414130.0f64 }
entry strides (n: i64) : f64 =
  let m = n / 2
  let a = ramp (m * 2)
  let a = a with [::2] = map (+ 1) (a[::2] :> [m]f64)
  in mark (a with [::-1] = map (* 2) a[::-1])

-- Elsewhere than what is read.
-- ==
-- entry: elsewhere
-- input { 700i64 } output { 4395288.0f64 }
entry elsewhere (n: i64) : f64 =
  let a = ramp n
  in mark (a with [1:n] = map (* 2) a[0:n - 1])

-- An element that cannot be computed.
-- ==
-- entry: fails
-- input { 700i64 0i64 } error: division by zero
-- input { 700i64 900i64 } output { 149370i64 }
entry fails (n: i64) (k: i64) : i64 =
  let a = iota n
  in i64.sum (a with [1:n] = map (\x -> 100000 / (x - 699 + k)) a[1:n])

-- In the turns of a loop whose states are kept, and in lanes.
-- ==
-- entry: turns
-- input { 700i64 } output { 3162.342678196208f64
-- 754440.0f64 }
entry turns (n: i64) : (f64, f64) =
  let f (x: [n]f64) =
    let x = loop x = copy x for i < 5 do
              let d = map (\y -> f64.sin y) x[i:n - 3]
              in x with [i:n - 3] = map2 (\x d -> x * 0.5 + d * d) x[i:n - 3] d
    in f64.sum (map (\y -> y * y) x)
  let x = map (/ 100) (ramp n)
  let each (k: f64) : f64 =
    let y = map (* k) x
    let y = y with [3:n] = map (+ k) y[3:n]
    in f64.sum y
  in (mark (vjp f x 1), mark (map each (map f64.i64 (iota 9))))

-- Differences of slices: the way back adds to parts of one array.
-- ==
-- entry: slices
-- input { 700i64 } output { 1585848.8220239999f64 }
entry slices (n: i64) : f64 =
  let f (u: [n]f64) =
    let m = n - 2
    let d = map3 (\l c r -> l - 2 * c + r * r) (u[0:m] :> [m]f64) (u[1:n - 1] :> [m]f64)
                 (u[2:n] :> [m]f64)
    in f64.sum (map (\x -> x * x) d)
  in mark (vjp f (map (/ 100) (ramp n)) 1)

-- On several threads.
-- ==
-- entry: wide
-- input { 400000i64 } output { true }
entry wide (n: i64) : bool =
  let f (x: f64) (y: f64) = x * 0.5 + f64.sin y
  let x = ramp n
  let b = map (% 7) (ramp (n - 1))
  let apart = copy (map2 f (x[1:n] :> [n - 1]f64) b)
  let there = copy x with [1:n] = map2 f (x[1:n] :> [n - 1]f64) b
  let there_ = there with [1:n] = map2 f (there[1:n] :> [n - 1]f64) b
  in and (map2 (==) (map2 f apart b) (there_[1:n] :> [n - 1]f64))
