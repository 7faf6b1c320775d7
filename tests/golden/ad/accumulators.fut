-- Accumulators: any number of updates from each element, added, combined or the last one kept.

import "lib/check"

def write = intrinsics.acc_write

-- ==
-- entry: added
-- input { } output { [true, true] }
entry added =
  [ agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) (+) 0
                         (\(acc: *intrinsics.acc ([]f64)) i -> write (write acc (i % 3) (xs[i] * xs[0])) (i - 1) (f64.exp xs[i]))
                         (iota 5))
           (some 5)
  -- updates in a loop, whose state depends on what is differentiated
  , agrees (\xs -> intrinsics.hist_stream (replicate 3 0) (+) 0
                         (\(acc: *intrinsics.acc ([]f64)) i -> (loop (acc, y) = (acc, xs[i]) for j < 3 do
                                       (write acc j (y * y), f64.sin (y * xs[j]))).0)
                         (iota 4))
           (some 4)
  ]

-- Two columns, both added to.
-- ==
-- entry: added_pairs
-- input { } output { true }
entry added_pairs =
  let plus (a: f64, b: f64) (c: f64, d: f64) = (a + c, b + d)
  let f (xs: [4]f64) =
    let (a, b) = unzip (intrinsics.hist_stream (zip xs[0:2] (xs[2:4] :> [2]f64)) plus (0, 0)
                                               (\(acc: *intrinsics.acc ([](f64, f64))) i -> write acc (i % 2) (xs[i] * xs[0], f64.exp xs[i]))
                                               (iota 4))
    in a ++ b :> [4]f64
  in agrees f (some 4)

-- Any other operator combines in the order of the updates.
-- ==
-- entry: combined
-- input { } output { [true, true, true, true] }
entry combined =
  let affine (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  in [ agrees (\xs -> intrinsics.hist_stream (map f64.exp xs[0:3]) (*) 1
                        (\(acc: *intrinsics.acc ([]f64)) i -> write (write acc (i % 3) xs[i]) (i - 1) (xs[i] * xs[0])) (iota 5))
              (some 5)
     , agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) f64.max f64.lowest
                        (\(acc: *intrinsics.acc ([]f64)) i -> write acc (i % 3) (xs[i] * xs[i])) (iota 5))
              (some 5)
     , agrees (\xs -> let (a, b) = unzip (intrinsics.hist_stream (zip xs[0:3] (xs[1:4] :> [3]f64)) affine (1, 0)
                                            (\(acc: *intrinsics.acc ([](f64, f64))) i -> write acc (i % 4) (xs[i], xs[i] * xs[1])) (iota 5))
                      in a ++ b :> [6]f64)
              (some 5)
     -- the operator has a variable of its own
     , agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) (\a b -> a + b + xs[4] * a * b) 0
                        (\(acc: *intrinsics.acc ([]f64)) i -> write acc (i % 3) xs[i]) (iota 5))
              (some 5)
     ]

-- Updates under branches, in loops of a number of turns that varies, and in streams inside.
-- ==
-- entry: where
-- input { } output { [true, true, true, true] }
entry where =
  [ agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) (*) 1
                     (\(acc: *intrinsics.acc ([]f64)) i -> if xs[i] > 0.4 then write acc (i % 3) (f64.sin xs[i])
                                else write (write acc 0 xs[i]) 1 xs[0])
                     (iota 5))
           (some 5)
  , agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) (*) 1
                     (\(acc: *intrinsics.acc ([]f64)) i -> (loop (acc, y) = (acc, xs[i]) for j < i do
                                   (write acc j (1 + y * y), f64.sin (y * xs[j]))).0)
                     (iota 4))
           (some 4)
  , agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) (*) 1
                     (\(acc: *intrinsics.acc ([]f64)) i -> (loop (acc, j) = (acc, i) while j > 0 do (write acc (j % 3) xs[j], j - 1)).0)
                     (iota 4))
           (some 4)
  -- an accumulator inside another one's function
  , agrees (\xs -> intrinsics.hist_stream (copy xs[0:3]) (*) 1
                     (\(acc: *intrinsics.acc ([]f64)) i -> let ys = intrinsics.hist_stream (replicate 2 1) (*) 1
                                           (\(acc': *intrinsics.acc ([]f64)) j -> write acc' (j % 2) (xs[j] * xs[i])) (iota 3)
                                in write acc i ys[0])
                     (iota 3))
           (some 4)
  ]

-- The last write of a place stays.
-- ==
-- entry: scattered
-- input { } output { [true, true] }
entry scattered =
  [ agrees (\xs -> intrinsics.scatter_stream (map f64.exp xs)
                     (\(acc: *intrinsics.acc ([]f64)) i -> write (write acc (i % 2) (xs[i] * xs[0])) (i + 3) xs[i]) (iota 4))
           (some 4)
  , agrees (\xs -> let (a, b) = unzip (intrinsics.scatter_stream (zip xs (reverse xs))
                                         (\(acc: *intrinsics.acc ([](f64, f64))) i -> write acc (i % 2) (xs[i], xs[0] * xs[i])) (iota 4))
                   in a ++ b :> [8]f64)
           (some 4)
  ]

-- Rows as elements.
-- ==
-- entry: rows
-- input { } output { [true, true] }
entry rows =
  let m [k] (xs: [k]f64) : *[2][2]f64 = copy (unflatten (sized (2 * 2) xs))
  in [ agrees (\xs -> flatten (intrinsics.hist_stream (m xs) (map2 (+)) [0, 0]
                                 (\(acc: *intrinsics.acc ([][2]f64)) i -> write acc (i % 2) [xs[i], xs[0] * xs[i]]) (iota 4)))
              (some 4)
     , agrees (\xs -> flatten (intrinsics.hist_stream (m xs) (map2 (*)) [1, 1]
                                 (\(acc: *intrinsics.acc ([][2]f64)) i -> write acc (i % 2) [xs[i], xs[0] * xs[i]]) (iota 4)))
              (some 4)
     ]

-- A state that counts only from the second turn on, going backwards, beside an addition that always
-- does: what both come from is there from the first turn on.
-- ==
-- entry: late
-- input { } output { true }
entry late =
  agrees (\xs -> intrinsics.hist_stream (copy xs) (+) 0
                   (\(acc: *intrinsics.acc ([4]f64)) i ->
                      let (acc, _, r) = loop (acc, s, r) = (acc, 1, 1) for j < 3 do
                                          let z = f64.sqrt (xs[j] + 2)
                                          let (next, acc) = if xs[i] > -9 then let y = z * z * z in (y, write acc j y)
                                                            else (0, acc)
                                          in (acc, next, r * s)
                      in write acc 3 r)
                   (iota 4))
         (some 4)

-- Maps that add to arrays from around them, each of what the one before maps, become one.
-- ==
-- entry: in_a_row
-- input { } output { [true, true] }
entry in_a_row =
  let rows (xs: [12]f64) =
    let (a, b) = (sized 4 xs[:4], sized 4 xs[4:8])
    let ys = map (\r -> map2 (\x w -> f64.sin (x * w)) r a) (unflatten (sized (3 * 4) xs))
    let zs = map (\r -> map2 (\y w -> y * y * w) r b) ys
    in f64.sum (map (\r -> f64.exp (f64.sum r)) zs)
  -- in lambdas: another accumulator is added to all along
  let inside (xs: [12]f64) =
    f64.sum (map (\i ->
                    let ys = map (\x -> f64.sin (x * xs[(i + 3) % 12])) xs
                    let zs = map (\y -> y * y * xs[(i * 7) % 12]) ys
                    in f64.sum (map f64.exp zs) * xs[i])
                 (iota 12))
  let right f xs = near_all (vjp f xs 1) (map (\slopes -> slopes[0]) (differences (\xs -> [f xs]) xs))
  in [right rows (sized 12 (some 12)), right inside (sized 12 (some 12))]
