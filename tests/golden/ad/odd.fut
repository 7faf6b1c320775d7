-- Derivatives of what is seldom written.

import "lib/check"

-- ------------------------------------------------------------------------------------- sums
type shape = #circle f64 | #rect f64 f64 | #none | #many ([2]f64) i64

def area (s: shape) : f64 =
  match s
  case #circle r -> f64.pi * r * r
  case #rect a b -> a * b
  case #none -> 0.5
  case #many rs k -> f64.i64 k * rs[0] * f64.exp rs[1]

def next (s: shape) : shape =
  match s
  case #circle r -> #rect (f64.sin r) (r + 1)
  case #rect a b -> if a > 2 then #none else #many [a * b, b] 3
  case #none -> #circle 1
  case #many rs k -> if k > 5 then #circle (rs[0] - rs[1]) else #many [rs[1], rs[0] * 0.5] (k + 1)

-- ==
-- entry: sums
-- input { } output { [true, true, true, true, true] }
entry sums =
  [ agrees (\(xs: [2]f64) -> [area (loop s = #circle xs[0] for i < 4 do next s) * xs[1]]) (some 2)
  , agrees (\(xs: [2]f64) -> [area (loop s = #rect xs[0] xs[1] for i < 9 do next s)]) (some 2)
  , agrees (\(xs: [4]f64) -> map (\x -> area (next (if x > 0.3 then #circle x else if x > -0.2 then #rect x xs[0] else #many [x, xs[1]] 4))) xs) (some 4)
  , agrees (\(xs: [3]f64) -> let shapes : [3]shape = [#circle xs[0], #rect xs[1] xs[2], #many [xs[0], xs[2]] 2]
                             in map (\s -> area (next (next s))) shapes) (some 3)
  , agrees (\(xs: [3]f64) -> let shapes = map (\x : shape -> if x > 0 then #circle x else #none) xs
                             in [reduce (\a b -> if area a > area b then a else b) #none shapes |> area]) (some 3)
  ]

-- ------------------------------------------------------------------- functors and functions
module type field = { type t val one : t val of : f64 -> t val plus : t -> t -> t val times : t -> t -> t val to : t -> f64 }
module horner (F: field) = {
  def poly [n] (cs: [n]f64) (x: f64) : f64 =
    F.to (foldl (\acc c -> F.plus (F.times acc (F.of x)) (F.of c)) F.one cs)
}
module reals = { type t = f64 def one = 1f64 def of (x: f64) = x def plus (a: t) (b: t) = a + b def times (a: t) (b: t) = a * b def to (x: t) = x }
module complex = {
  type t = {re: f64, im: f64}
  def one : t = {re = 1, im = 0.5}
  def of (x: f64) : t = {re = x, im = f64.sin x}
  def plus (a: t) (b: t) : t = {re = a.re + b.re, im = a.im + b.im}
  def times (a: t) (b: t) : t = {re = a.re * b.re - a.im * b.im, im = a.re * b.im + a.im * b.re}
  def to (x: t) = f64.sqrt (x.re * x.re + x.im * x.im)
}
module horner_reals = horner reals
module horner_complex = horner complex

def twice 'a (f: a -> a) (x: a) = f (f x)
def compose_all [n] (k: i64) (f: i64 -> f64 -> f64) (xs: [n]f64) = map (\x -> loop y = x for i < k do f i y) xs

-- ==
-- entry: functions
-- input { } output { [true, true, true, true, true] }
entry functions =
  [ agrees (\(xs: [4]f64) -> [horner_reals.poly xs[0:3] xs[3], horner_complex.poly xs[1:4] xs[0]]) (some 4)
  , agrees (\(xs: [3]f64) -> twice (twice (map (\x -> f64.sin x + xs[0]))) xs) (some 3)
  , agrees (\(xs: [3]f64) -> compose_all 3 (\i y -> y * xs[i] + f64.cos y) xs) (some 3)
  , agrees (\(xs: [3]f64) -> let f = (\a -> (\b -> a * b + xs[0])) in map2 f xs (reverse xs)) (some 3)
  , agrees (\(xs: [3]f64) -> let {f, g} = {f = (** 2), g = (+ xs[1])} in map (f >-> g >-> f) xs) (some 3)
  ]

-- ------------------------------------------------------------------------ records of arrays
type state [n] = {pos: [n]f64, vel: [n]f64, steps: i64, last: (f64, [n]i32)}

-- ==
-- entry: records
-- input { } output { [true, true, true] }
entry records =
  let step [n] (s: state [n]) : state [n] =
        {pos = map2 (\p v -> p + 0.1 * v) s.pos s.vel, vel = map2 (\p v -> v - 0.1 * f64.sin p) s.pos s.vel,
         steps = s.steps + 1, last = (f64.sum s.pos * s.last.0, map (+ 1) s.last.1)}
  let energy [n] (s: state [n]) = f64.sum (map (** 2) s.vel) + f64.i64 s.steps * s.last.0
  in [ agrees (\(xs: [4]f64) -> [energy (loop s = {pos = xs, vel = reverse xs, steps = 0, last = (1f64, replicate 4 0i32)}
                                         for i < 3 do step s)]) (some 4)
     , agrees (\(xs: [4]f64) -> let s = {pos = copy xs, vel = copy xs, steps = 1i64, last = (xs[0], replicate 4 0i32)}
                                let s = s with pos[1] = xs[2] * xs[3]
                                let s = s with last.0 = s.pos[1]
                                in s.pos ++ [energy (step s)] :> [5]f64) (some 4)
     , agrees (\(xs: [4]f64) -> let rs = map (\x -> {a = x, b = [x * x, xs[0]]}) xs
                                in map (\r -> r.a * r.b[0] + r.b[1]) (rotate 1 rs)) (some 4)
     ]

-- ---------------------------------------------------------------------- sizes found when run
def positives [n] (xs: [n]f64) : ?[k].[k]f64 = filter (> 0.2) xs

-- ==
-- entry: existential
-- input { } output { [true, true, true, true, true] }
entry existential =
  [ agrees (\(xs: [5]f64) -> [f64.sum (map (** 3) (positives xs)), f64.product (positives (map f64.sin xs))]) (some 5)
  , agrees (\(xs: [5]f64) -> let [k] (ys: [k]f64) = positives xs in [f64.i64 k * f64.sum (map2 (*) ys (reverse ys))]) (some 5)
  , agrees (\(xs: [5]f64) -> let (a, b) = partition (> 0.4) xs in [f64.product a, f64.sum (map f64.exp b)]) (some 5)
  , agrees (\(xs: [5]f64) -> let ys = loop ys = xs for i < 3 do positives (map (* 0.9) (ys ++ take 1 ys))
                             in [f64.product ys]) (some 5)
  , agrees (\(xs: [5]f64) -> let (ys, _) = loop (ys, n) = (xs, 5) while n > 1 do
                                             let ys = ys :> [n]f64
                                             let m = (n + 1) / 2
                                             in (tabulate m (\i -> if i + m < n then ys[i] * ys[i + m] else ys[i]), m)
                             in [ys[0] ** 2]) (some 5)
  ]

-- ------------------------------------------------------------------ while loops and integers
-- ==
-- entry: whiles
-- input { } output { [true, true, true, true] }
entry whiles =
  [ -- the Collatz sequence chooses what happens
    agrees (\(xs: [2]f64) -> [(loop (y, n) = (xs[0], 7i32) while n != 1 do
                                 if n % 2 == 0 then (f64.sin y + xs[1], n / 2) else (y * xs[1], 3 * n + 1)).0]) (some 2)
  , -- the state decides when to stop
    agrees (\(xs: [2]f64) -> let (y, n) = loop (y, n) = (1.3, 0i64) while y < 20 do (y * (1.5 + 0.1 * xs[0]) + xs[1] ** 2, n + 1)
                             in [y * f64.i64 n]) (some 2)
  , -- Newton's method, and nothing at all
    agrees (\(xs: [2]f64) -> let a = xs[0] ** 2 + 2
                             in [loop y = a while f64.abs (y * y - a) > 1e-13 do 0.5 * (y + a / y),
                                 loop y = xs[1] while false do y * 2]) (some 2)
  , agrees (\(xs: [4]f64) -> let (ys, _, _) = loop (ys, i, j) = (copy xs, 0i64, 3i64) while i < j do
                                                let (a, b) = (ys[i], ys[j])
                                                let ys = ys with [i] = a * b
                                                let ys = ys with [j] = f64.sin a
                                                in (ys, i + 1, j - 1)
                             in ys) (some 4)
  ]

-- ------------------------------------------------------------------------- slices in place
-- ==
-- entry: in_place
-- input { } output { [true, true, true, true, true] }
entry in_place =
  [ agrees (\(xs: [6]f64) -> let ys = copy xs
                             let ys = ys with [1:4] = map (* xs[0]) ys[0:3]
                             let ys = ys with [5:2:-1] = map2 (*) (take 3 ys) (drop 3 ys :> [3]f64)
                             in ys) (some 6)
  , agrees (\(xs: [6]f64) -> loop ys = copy xs for i < 3 do ys with [i:i + 3] = map f64.sin (copy ys[i + 1:i + 4])) (some 6)
  , agrees (\(xs: [6]f64) -> let m = copy (unflatten (sized (2 * 3) xs))
                             let m = m with [:, 1] = [xs[0] * xs[5], 1]
                             let m = m with [1] = map2 (*) m[0] m[1]
                             in flatten m :> [6]f64) (some 6)
  , agrees (\(xs: [6]f64) -> let m = loop m = copy (unflatten (sized (2 * 3) xs)) for j < 3 do
                                       m with [:, j] = map (\x -> x * f64.cos m[0, (j + 1) % 3]) (copy m[:, j])
                             in flatten m :> [6]f64) (some 6)
  , agrees (\(xs: [6]f64) -> let ys = copy xs with [2:2] = [] let ys = ys with [0:6:2] = xs[1:6:2] in map2 (*) xs ys) (some 6)
  ]

-- ---------------------------------------------------------------------------------- scatter
-- ==
-- entry: scatters
-- input { } output { [true, true, true, true, true] }
entry scatters =
  [ agrees (\(xs: [4]f64) -> scatter (copy xs) [-1, 1, 7, 1, 3] (map (\i -> xs[i] * xs[0]) [0, 1, 2, 3, 0])) (some 4)
  , agrees (\(xs: [4]f64) -> loop ys = copy xs for i < 3 do scatter ys [i, i + 2, -i, 9] (map (\j -> xs[j] * ys[i]) (iota 4))) (some 4)
  , agrees (\(xs: [4]f64) -> flatten (scatter (copy (unflatten (sized (2 * 2) xs))) [1, 2, -3] (map (\x -> [x, x * xs[1]]) xs[0:3])) :> [4]f64) (some 4)
  , agrees (\(xs: [4]f64) -> flatten (scatter_2d (copy (unflatten (sized (2 * 2) xs))) [(0, 0), (1, 5), (-1, 0), (1, 1)] (map (** 2) xs)) :> [4]f64) (some 4)
  , agrees (\(xs: [4]f64) -> scatter (copy xs) (map (\x -> i64.f64 (x * 5)) xs) (map f64.exp xs)) (some 4)
  ]

-- -------------------------------------------------------------------------- reduce_by_index
-- ==
-- entry: histograms
-- input { } output { [true, true, true, true, true, true] }
entry histograms =
  let at = [0, 2, -1, 0, 5, 2]
  in [ agrees (\(xs: [6]f64) -> reduce_by_index (map f64.sin xs[0:3]) f64.min f64.inf at (map (\x -> x * xs[1]) xs)) (some 6)
     , agrees (\(xs: [6]f64) -> reduce_by_index (copy xs[0:3]) f64.max (-f64.inf) at (map (** 2) xs)) (some 6)
     , agrees (\(xs: [6]f64) -> reduce_by_index (copy xs[0:3]) (*) 1 at (map (\x -> x - xs[0]) xs)) (some 6)
     , agrees (\(xs: [6]f64) -> hist (*) 1 3 at xs) (some 6)
     , agrees (\(xs: [6]f64) -> let bins = reduce_by_index (replicate 3 (f64.inf, -1)) (\(a, i) (b, j) -> if a <= b then (a, i) else (b, j)) (f64.inf, -1)
                                                           at (zip xs (iota 6))
                                in map (\(v, i) -> if i < 0 then xs[0] else v * xs[i]) bins) (some 6)
     , agrees (\(xs: [6]f64) -> loop b = copy xs[0:3] for i < 3 do reduce_by_index b (*) 1 [i, 2, i - 1] (map (\j -> b[j] + xs[i]) (iota 3))) (some 6)
     ]

-- ------------------------------------------------------------------------- sorts, flatmaps
-- Insertion sort and bubble sort, in place.
def insertion [n] (xs: [n]f64) : [n]f64 =
  loop ys = copy xs for i < n do
    (loop (ys, j) = (ys, i) while j > 0 && ys[j - 1] > ys[j] do
       let (a, b) = (ys[j - 1], ys[j])
       let ys = ys with [j] = a
       let ys = ys with [j - 1] = b
       in (ys, j - 1)).0
def bubbles [n] (xs: [n]f64) : [n]f64 =
  loop ys = copy xs for _i < n do
    loop ys for j < n - 1 do
      if ys[j] < ys[j + 1] then ys else (let t = ys[j] let ys = ys with [j] = ys[j + 1] in ys with [j + 1] = t)

def flatmap_of [n] (xs: [n]f64) =
  let parts x = if x > 0.5 then [x, x * x * xs[0]] else if x > 0 then [f64.sin x] else []
  let (_, _, _, ys, zs) = flatmap (\x -> (parts x, x * xs[1])) xs
  in map2 (*) ys (map (** 2) ys) ++ zs

-- ==
-- entry: sorts
-- input { } output { [true, true, true, true] }
entry sorts =
  let weigh ys = map2 (\y i -> y * y * f64.i64 (i + 1)) ys (indices ys)
  in [ agrees (\(xs: [5]f64) -> weigh (insertion (map f64.sin xs))) (some 5)
     , agrees (\(xs: [5]f64) -> weigh (bubbles xs)) (some 5)
     , agrees (\(xs: [4]f64) -> let ys = flatmap_of xs in [f64.sum ys, f64.product ys]) (some 4)
     , agrees (\(xs: [4]f64) -> scan (*) 1 (flatten (map (\x -> [x, 1 / (2 + x)]) xs)) :> [8]f64) (some 4)
     ]
