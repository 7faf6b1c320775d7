-- What inner loops give is kept of the iterations around them (a tape), in all their shapes.

import "lib/check"

-- ==
-- entry: in_place
-- input { } output { [true, true, true, true, true] }
entry in_place =
  [ -- triangular, three deep, with a division
    agrees (\xs ->
              let a = copy (unflatten (sized (3 * 3) xs))
              let a = loop a for k < 3 do
                        loop a for i in k + 1..<3 do
                          let f = a[i, k] / (4 + a[k, k])
                          let a = a with [i, k] = f
                          in loop a for j in k + 1..<3 do
                               a with [i, j] = a[i, j] - f * a[k, j]
              in flatten a)
           (some 9)
  , -- numbers read before and after they are overwritten
    agrees (\xs ->
              loop xs = copy xs for i < 3 do
                let x = xs[i]
                let xs = xs with [i] = x * xs[i + 1]
                let y = xs[i]
                in xs with [i + 1] = f64.sin (x * y) + xs[i + 1])
           (some 5)
  , -- the array is also read whole
    agrees (\xs ->
              loop xs = copy xs for i < 4 do
                let s = f64.sum xs[:i + 1]
                let t = loop t = s for j < i do t * 0.5 + xs[j] * s
                in xs with [i] = t * xs[4 - i])
           (some 5)
  , -- rows
    agrees (\xs ->
              let rows = loop rows = copy (unflatten (sized (3 * 2) xs)) for i < 2 do
                           let p = loop p = 1 for x in rows[i] do p * x
                           in rows with [i + 1] = map2 (\x y -> x * y + p) rows[i] rows[i + 1]
              in flatten rows)
           (some 6)
  , -- two arrays in step
    agrees (\xs ->
              let (a, b) = loop (a, b) = (copy xs, map f64.cos xs) for i < 3 do
                             loop (a, b) for j < i do
                               let (x, y) = (a[j], b[i])
                               in (a with [j] = x * y, b with [i] = x + y * y * 0.1)
              in a ++ b)
           (some 4)
  ]

-- ==
-- entry: numbers
-- input { } output { [true, true, true, true, true, true] }
entry numbers =
  [ -- inner loops that take more and more turns, the first none
    agrees (\xs ->
              [loop s = xs[0] for i < 4 do
                 let y = loop y = s for j < i do y * f64.sin xs[j] + s
                 in s * 0.3 + y * y])
           (some 4)
  , agrees (\xs -> [loop s = 0 for x in xs do s + (loop y = x while f64.abs y < 5 do y * 1.7 + x)]) (some 4)
  , -- the turns of the outer one are counted when it runs
    agrees (\xs ->
              [(loop (s, i) = (xs[1], 0) while s < 20 && i < 30 do
                 (s + 1 + (loop y = xs[0] for j < i % 3 do y * s * 0.1) ** 2, i + 1)).0])
           (some 2)
  , -- in a branch
    agrees (\xs ->
              [loop s = xs[0] for i < 5 do
                 if i % 2 == 0 then (loop s for j < 3 do s * 0.5 + f64.cos (s * xs[j])) else s * xs[1]])
           (some 3)
  , -- indices of other types, and loops that never run
    agrees (\xs ->
              [loop s = xs[0] for i < 3i32 do
                 let y = loop y = s for j < i do y * s + xs[i64.i32 j]
                 in loop y for _j < i - 5 do y * y])
           (some 3)
  , -- numbers that reductions give
    agrees (\xs -> [loop s = 1 for i < 3 do f64.sin (s * f64.sum (map (\x -> f64.exp (x * s * 0.1)) xs))]) (some 3)
  ]

-- ==
-- entry: arrays
-- input { } output { [true, true, true, true] }
entry arrays =
  [ -- arrays made anew by an inner loop
    agrees (\xs ->
              loop xs for i < 3 do
                let ys = loop ys = xs for j < i do map (\y -> y * y * 0.3 + xs[j]) ys
                in map2 (\x y -> x * 0.5 + f64.sin y) xs ys)
           (some 4)
  , -- of lengths that differ
    agrees (\xs ->
              [loop s = 0 for i < 4 do
                 let ys = loop ys = take i xs for _j < 2 do map (* 1.5) (map f64.sin ys)
                 in s * 0.5 + f64.sum (map (** 2) ys)])
           (some 4)
  , -- arrays whose elements are folds
    agrees (\xs ->
              let a = unflatten (sized (2 * 2) xs)
              in loop v = [1, 2] for _i < 3 do
                   let w = map (\row -> f64.sum (map2 (*) row v)) a
                   in map (/ (1 + f64.sum (map (** 2) w))) w)
           (some 4)
  , -- in lanes
    agrees (\xs ->
              map (\x ->
                     loop s = x for i < 3 do
                       let y = loop y = s for j < i do y * xs[j] + 0.1
                       in f64.cos s + y)
                  xs)
           (some 5)
  ]
