-- Constructs within one another.

import "lib/check"

def write = intrinsics.acc_write

-- Rules of the user's own, checkpoints and constants, inside recursion, loops and accumulators.
def own (x: f64) = with_vjp (\y -> y * y * y) (\_ dy -> dy * 3 * x * x) x
def own_forward (x: f64) = with_jvp (\y -> y * y * y) (\y dy -> dy * 3 * y * y) x
def cubes (n: i64) (x: f64) : f64 = if n == 0 then x else own_forward (cubes (n - 1) (f64.sin x)) + x
def held (n: i64) (x: f64) : f64 = if n == 0 then x else checkpoint (held (n - 1)) (f64.sin x) * x

-- ==
-- entry: rules
-- input { } output { [true, true, true, true] [6.0, 12.0, 0.0] }
entry rules =
  ( [ agrees (\(xs: [2]f64) -> [cubes 3 xs[0], cubes 2 xs[1]]) (some 2)
    , agrees (\(xs: [2]f64) -> [held 3 xs[0], held 2 xs[1]]) (some 2)
    , agrees (\(xs: [3]f64) -> intrinsics.hist_stream (copy xs[0:2]) (*) 1
                                 (\(acc: *intrinsics.acc ([2]f64)) i -> write acc (i % 2) (own_forward xs[i])) (iota 3)) (some 3)
    , agrees (\(xs: [3]f64) -> #[stripmine(2)] loop ys = xs for i < 5 do map (\y -> own_forward y * xs[i % 3]) ys) (some 3) ]
  , [ vjp (\x -> own x * 0.5) 2 1, vjp own 2 1, vjp (\x -> stop_gradient x * 3) 2 1 ] )

-- Maps in which arrays are overwritten, of which some come from outside.
-- ==
-- entry: maps
-- input { } output { [true, true, true, true, true] }
entry maps =
  [ agrees (\(xs: [4]f64) -> map (\i -> let ys = copy xs with [i] = xs[i] * xs[0]
                                        let ys = loop ys for j < i do ys with [j] = ys[j] * ys[j + 1]
                                        in f64.sum ys) (iota 4)) (some 4)
  , agrees (\(xs: [6]f64) -> let m = unflatten (sized (2 * 3) xs)
                             in flatten (map (\r -> scan (*) 1 (map2 (*) r m[0])) m) :> [6]f64) (some 6)
  , agrees (\(xs: [6]f64) -> let m = unflatten (sized (2 * 3) xs)
                             in reduce (map2 (*)) (replicate 3 1) m ++ reduce_comm (map2 f64.max) (replicate 3 f64.lowest) m :> [6]f64) (some 6)
  , agrees (\(xs: [4]f64) -> let m = [[xs[0], xs[1]], [xs[2], xs[3]]]
                             let times a b = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
                             in flatten (last (scan times [[1, 0], [0, 1]] [m, m, transpose m]))
                                :> [4]f64) (some 4)
  , agrees (\(xs: [4]f64) -> map3 (\a b c -> if a then b * c else f64.sqrt (b * b + c * c)) (map (> 0.3) xs) xs (rotate 1 xs)) (some 4)
  ]

-- Loops in loops, whose inner states and bounds depend on outer ones.
-- ==
-- entry: loops
-- input { } output { [true, true, true, true, true] }
entry loops =
  [ agrees (\(xs: [3]f64) -> loop ys = copy xs for i < 3 do
                               loop ys for j in [0, 2, 1] do
                                 let v = ys[j] * xs[i] in if v > 0 then ys with [j] = v + ys[i] else ys) (some 3)
  , agrees (\(xs: [3]f64) -> [(loop (a, b) = (xs[0], xs[1]) for i < 4 do
                                 (loop (c, k) = (a * b, 0) while k < i do (f64.sin c + xs[2], k + 1)) |> (\(c, k) -> (b, c * f64.i64 k))).1]) (some 3)
  , agrees (\(xs: [3]f64) -> let (m, _) = loop (m, k) = (replicate 3 (replicate 2 1), 0) while k < 4 do
                                            ((copy m) with [k % 3] = map2 (*) m[(k + 1) % 3] [xs[k % 3], xs[0]], k + 1)
                             in flatten m) (some 3)
  , agrees (\(xs: [3]f64) -> [f64.sum (loop zs = [] for i < 3 do zs ++ map (* xs[i]) (xs ++ zs))]) (some 3)
  , agrees (\(xs: [3]f64) -> let (a, b, c) = loop (a, b, c) = (xs[0], xs[1], xs[2]) for _i < 5 do (b, c, a * f64.cos b) in [a, b, c]) (some 3)
  ]

-- Accumulators in loops in maps, of which the rows are elements.
-- ==
-- entry: accumulators
-- input { } output { [true, true, true] }
entry accumulators =
  [ agrees (\(xs: [4]f64) -> flatten (map (\i -> intrinsics.hist_stream (copy xs[0:2]) f64.max f64.lowest
                                                   (\(acc: *intrinsics.acc ([2]f64)) j -> write acc (j % 2) (xs[i] * xs[j])) (iota 4)) (iota 2)) :> [4]f64) (some 4)
  , agrees (\(xs: [4]f64) -> loop ys = copy xs for i < 3 do
                               intrinsics.scatter_stream ys (\(acc: *intrinsics.acc ([4]f64)) j -> write acc (j + i) (xs[j] * xs[i])) (iota 3)) (some 4)
  , agrees (\(xs: [4]f64) -> let m = copy (unflatten (sized (2 * 2) xs))
                             in flatten (loop m for i < 2 do
                                           intrinsics.hist_stream m (map2 (*)) [1, 1]
                                             (\(acc: *intrinsics.acc ([2][2]f64)) j -> write acc j (map (\x -> x * xs[j + i]) xs[0:2])) (iota 2)) :> [4]f64) (some 4)
  ]

-- Streams, sorts by rank, and several dimensions of bins.
-- ==
-- entry: several
-- input { } output { [true, true, true, true] }
entry several =
  [ agrees (\(xs: [5]f64) -> let rank i = i64.sum (map2 (\y j -> i64.bool (y < xs[i] || (y == xs[i] && j < i))) xs (iota 5))
                             let sorted = scatter (replicate 5 0) (map rank (iota 5)) xs
                             in map2 (*) sorted (scan (+) 0 sorted)) (some 5)
  , agrees (\(xs: [4]f64) -> flatten (reduce_by_index_2d (copy (unflatten (sized (2 * 2) xs))) (*) 1 [(0, 0), (1, 1), (0, 0), (2, 0)] (map f64.exp xs)) :> [4]f64) (some 4)
  , agrees (\(xs: [4]f64) -> let (s, ys) = stream_seq (\c s (chunk: [c]f64) -> (s + f64.sum (map (** 2) chunk), map (* xs[0]) chunk)) 0 xs in map (+ s) ys) (some 4)
  , agrees (\(xs: [4]f64) -> let (is, ys) = unzip (map (\i -> (3 - i, xs[i] * xs[0])) (iota 4)) in map (\i -> ys[i]) is) (some 4)
  ]
