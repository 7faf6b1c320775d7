-- Long reductions and scans with any operator go back in pieces of 60 elements, and what is left
-- over. What comes back is what comes back through the same as a plain loop, from each component
-- of the result and from all, however many elements are left.
-- ==
-- tags { threads }
-- entry: reductions scans
-- input { 16383i64 } output { [true, true, true, true] }
-- input { 16384i64 } output { [true, true, true, true] }
-- input { 16385i64 } output { [true, true, true, true] }
-- input { 16439i64 } output { [true, true, true, true] }
-- input { 16440i64 } output { [true, true, true, true] }
-- input { 16441i64 } output { [true, true, true, true] }
-- input { 16443i64 } output { [true, true, true, true] }
-- input { 16444i64 } output { [true, true, true, true] }
-- input { 16445i64 } output { [true, true, true, true] }
-- ==
-- entry: second_derivatives single_precision
-- input { 16440i64 } output { [true, true, true, true] }
-- input { 16441i64 } output { [true, true, true, true] }
-- ==
-- entry: neutral
-- input { 16440i64 } output { [true, true] }
-- input { 16441i64 } output { [true, true] }
-- ==
-- entry: nobody_weighs
-- input { 16440i64 3i64 f64.inf } output { [true, true] }
-- input { 16440i64 3i64 f64.nan } output { [true, true] }
-- input { 16440i64 16439i64 f64.inf } output { [true, true] }

def number (seed: i64) (i: i64) : f64 =
  let x = u64.i64 (i + 1) * 6364136223846793005 + u64.i64 seed * 1442695040888963407
  let x = (x ^ (x >> 31)) * 2862933555777941757
  in f64.u64 (x >> 40) / 16777216
def numbers (n: i64) (seed: i64) : [n]f64 = tabulate n (number seed)

def dot [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)

-- y = a y + b, with factors so near 1 that each element counts, from the first to the last.
def linear (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
def elements [n] (xs: [n]f64) = map (\x -> (1 + (x - 0.5) / 100, x * x / 100)) xs

-- An operator with a variable of its own.
def joined (w: f64) (a: f64) (b: f64) = a + b + w * a * b / 10000

def fold 'a [n] (op: a -> a -> a) (ne: a) (xs: [n]a) : a = loop s = ne for x in xs do op s x
def prefixes 'a [n] (op: a -> a -> a) (ne: a) (xs: [n]a) : [n]a =
  (loop (s, ys) = (ne, replicate n ne) for i < n do
     let s = op s xs[i] in (s, ys with [i] = s)).1

def same [n] (tolerance: f64) (a: [n]f64) (b: [n]f64) : bool =
  and (map2 (\x y -> f64.abs (x - y) <= tolerance * (f64.abs x + f64.abs y)) a b)

def alike [n] (f: [n]f64 -> f64) (g: [n]f64 -> f64) : bool =
  same 1e-11 (vjp f (numbers n 1) 1) (vjp g (numbers n 1) 1)

def product (a: f64, b: f64) = a * a * b

entry reductions (n: i64) =
  [ alike (\(xs: [n]f64) -> product (reduce linear (1, 0) (elements xs)))
          (\xs -> product (fold linear (1, 0) (elements xs)))
  , alike (\(xs: [n]f64) -> (reduce linear (1, 0) (elements xs)).0)
          (\xs -> (fold linear (1, 0) (elements xs)).0)
  , alike (\(xs: [n]f64) -> (reduce linear (1, 0) (elements xs)).1)
          (\xs -> (fold linear (1, 0) (elements xs)).1)
  , alike (\(xs: [n]f64) -> reduce (joined xs[n / 2]) 0 xs)
          (\xs -> fold (joined xs[n / 2]) 0 xs)
  ]

entry scans (n: i64) =
  let (v, w) = (numbers n 2, numbers n 3)
  let weigh (ps: [n](f64, f64)) = dot v (map (.0) ps) + dot w (map (.1) ps)
  in [ alike (\(xs: [n]f64) -> weigh (scan linear (1, 0) (elements xs)))
             (\xs -> weigh (prefixes linear (1, 0) (elements xs)))
     , alike (\(xs: [n]f64) -> dot v (map (.0) (scan linear (1, 0) (elements xs))))
             (\xs -> dot v (map (.0) (prefixes linear (1, 0) (elements xs))))
     , alike (\(xs: [n]f64) -> dot w (map (.1) (scan linear (1, 0) (elements xs))))
             (\xs -> dot w (map (.1) (prefixes linear (1, 0) (elements xs))))
     , alike (\(xs: [n]f64) -> dot w (scan (joined xs[n / 2]) 0 xs))
             (\xs -> dot w (prefixes (joined xs[n / 2]) 0 xs))
     ]

-- Along a direction, and back again.
entry second_derivatives (n: i64) =
  let (xs, v, w) = (numbers n 1, numbers n 4, numbers n 3)
  let along f = jvp (\xs -> vjp f xs 1) xs v
  let back f = vjp (\xs -> vjp f xs 1) xs v
  let reduced (xs: [n]f64) = product (reduce linear (1, 0) (elements xs))
  let folded (xs: [n]f64) = product (fold linear (1, 0) (elements xs))
  let scanned (xs: [n]f64) = dot w (map (.1) (scan linear (1, 0) (elements xs)))
  let looped (xs: [n]f64) = dot w (map (.1) (prefixes linear (1, 0) (elements xs)))
  in [ same 1e-11 (along reduced) (along folded)
     , same 1e-11 (back reduced) (along folded)
     , same 1e-11 (along scanned) (along looped)
     , same 1e-11 (back scanned) (along looped)
     ]

-- Against the loop in double precision.
entry single_precision (n: i64) =
  let linear32 (a: f32, b: f32) (c: f32, d: f32) = (a * c, b * c + d)
  let elements32 (xs: [n]f32) = map (\x -> (1 + (x - 0.5) / 100, x * x / 100)) xs
  let w = numbers n 3
  let dot32 (xs: [n]f32) = f32.sum (map2 (*) (map f32.f64 w) xs)
  let alike (f: [n]f32 -> f32) (g: [n]f64 -> f64) =
    let xs = numbers n 1
    in same 1e-3 (map f64.f32 (vjp f (map f32.f64 xs) 1)) (vjp g xs 1)
  in [ alike (\xs -> (reduce linear32 (1, 0) (elements32 xs)).0)
             (\xs -> (fold linear (1, 0) (elements xs)).0)
     , alike (\xs -> (reduce linear32 (1, 0) (elements32 xs)).1)
             (\xs -> (fold linear (1, 0) (elements xs)).1)
     , alike (\xs -> dot32 (map (.0) (scan linear32 (1, 0) (elements32 xs))))
             (\xs -> dot w (map (.0) (prefixes linear (1, 0) (elements xs))))
     , alike (\xs -> dot32 (map (.1) (scan linear32 (1, 0) (elements32 xs))))
             (\xs -> dot w (map (.1) (prefixes linear (1, 0) (elements xs))))
     ]

-- What comes back to the neutral element: the first piece begins with it, or what is first.
entry neutral (n: i64) =
  let ps = elements (numbers n 1)
  let w = numbers n 3
  in [ same 1e-11 (vjp (\ne -> product (reduce linear (ne[0], ne[1]) ps)) [1, 0] 1)
                  (vjp (\ne -> product (fold linear (ne[0], ne[1]) ps)) [1, 0] 1)
     , same 1e-11 (vjp (\ne -> dot w (map (.1) (scan linear (ne[0], ne[1]) ps))) [1, 0] 1)
                  (vjp (\ne -> dot w (map (.1) (prefixes linear (ne[0], ne[1]) ps))) [1, 0] 1)
     ]

-- One component becomes infinite, or no number, at the element [at], and nobody weighs it: the
-- other one is a product, and its derivative that product without a factor.
entry nobody_weighs (n: i64) (at: i64) (special: f64) =
  let xs = numbers n 1
  let others = tabulate n (\i -> if i == at then special else 1)
  let factors (xs: [n]f64) = map2 (\x d -> (1 + (x - 0.5) / 100, d)) xs others
  let all = f64.product (map (.0) (factors xs))
  let without = map (\x -> all / (1 + (x - 0.5) / 100) / 100) xs
  in [ same 1e-11 (vjp (\xs -> (reduce linear (1, 0) (factors xs)).0) xs 1) without
     , same 1e-11 (vjp (\xs -> (last (scan linear (1, 0) (factors xs))).0) xs 1) without
     ]

-- The operator is steep where both sides are zero, which happens to no prefix, but would to pieces
-- on their own.
-- ==
-- entry: steep
-- input { 16440i64 } output { [true, true, true] }
-- input { 20000i64 } output { [true, true, true] }
entry steep (n: i64) =
  let norm (a: f64) (b: f64) = f64.sqrt (a * a + b * b)
  let xs = tabulate n (\i -> if i % 1000 < 3 then 1 + f64.i64 (i % 7) else 0)
  let w = numbers n 3
  let bin (i: i64) = i % 3
  let looped (xs: [n]f64) =
    loop bins = replicate 3 0 for i < n do
      let b = bin i in bins with [b] = norm bins[b] xs[i]
  in [ same 1e-11 (vjp (\xs -> dot w (scan norm 0 xs)) xs 1)
                  (vjp (\xs -> dot w (prefixes norm 0 xs)) xs 1)
     , same 1e-11 (vjp (\xs -> reduce_by_index (replicate 3 0) norm 0 (map bin (iota n)) xs) xs [1, 2, 3])
                  (vjp looped xs [1, 2, 3])
     , same 1e-11 (vjp (reduce norm 0) xs 1) (vjp (\xs -> last (prefixes norm 0 xs)) xs 1)
     ]
