-- Loops of all kinds: states that are numbers, arrays made anew, arrays updated in place, arrays
-- that change their shape; loops in loops, in branches, in maps.

import "lib/check"

-- ==
-- entry: states
-- input { } output { [true, true, true, true] }
entry states =
  [ agrees (\xs -> [loop y = xs[0] for i < 5 do f64.sin y * xs[i % 3]]) (some 3)
  , agrees (\xs -> let (a, b) = loop (a, b) = (xs[0], xs[1]) for _i < 6i32 do (b, a * b + xs[2])
                   in [a, b])
           (some 3)
  , agrees (\xs -> loop ys = xs for i < 4 do map (\y -> y * xs[i]) (rotate 1 ys)) (some 4)
  -- over the elements of an array
  , agrees (\xs -> [loop y = 1 for x in map f64.exp xs do y * f64.cos (x * y)]) (some 4)
  ]

-- No iteration, or a single one.
-- ==
-- entry: few
-- input { } output { [true, true, true] }
entry few =
  let f (n: i64) (xs: [2]f64) = [loop y = xs[0] for i < n do y * y * xs[1]]
  in [ agrees (f 0) (some 2), agrees (f 1) (some 2), agrees (f (-3)) (some 2) ]

-- ==
-- entry: whiles
-- input { } output { [true, true, true] }
entry whiles =
  [ agrees (\xs -> [loop y = xs[0] while y < 50 do y * y + xs[1]]) [1.5, 0.5]
  , agrees (\xs -> (loop (ys, i) = (xs, 0) while i < 3 do (map2 (*) ys (rotate i xs), i + 1)).0) (some 3)
  , agrees (\xs -> [loop y = xs[0] while y > 50 do y * y]) (some 1)
  ]

-- Newton's method: the derivative of a square root found by iteration is that of the square root.
-- ==
-- entry: newton
-- input { 2.0 9.0 } output { true true }
entry newton (a: f64) (b: f64) =
  let root (x: f64) =
    (loop (y, d) = (x, x) while f64.abs d > 1e-12 do
       let y' = 0.5 * (y + x / y) in (y', y' - y)).0
  in (near (vjp root a 1) (0.5 / f64.sqrt a), near (jvp root b 1) (0.5 / f64.sqrt b))

-- Arrays that are overwritten here and there; what was there is needed on the way back.
-- ==
-- entry: in_place
-- input { } output { [true, true, true, true, true, true, true] }
entry in_place =
  [ agrees (\xs -> loop ys = copy xs for i < 3 do ys with [i + 1] = ys[i] * f64.sin ys[i + 1]) (some 4)
  -- the same place again and again
  , agrees (\xs -> loop ys = copy xs for i < 4 do ys with [i % 2] = ys[0] * ys[1] + xs[2]) (some 3)
  -- two updates, a read between them
  , agrees (\xs -> loop ys = copy xs for i < 3 do
                     let ys = ys with [i] = ys[i + 1] * ys[i]
                     let z = ys[i] * ys[0]
                     in ys with [3 - i] = z * ys[2])
           (some 4)
  -- under a branch
  , agrees (\xs -> loop ys = copy xs for i < 4 do
                     if ys[i] > 0.3 then ys with [(i + 1) % 4] = ys[i] * ys[(i + 1) % 4]
                     else ys with [i] = f64.exp ys[i])
           (some 4)
  -- in an inner loop, of a length that varies
  , agrees (\xs -> loop ys = copy xs for i < 4 do
                     loop ys for j < i do ys with [j] = ys[j] * ys[i] + xs[j])
           (some 4)
  -- rows and slices
  , agrees (\xs -> flatten (loop m = copy (unflatten (sized (2 * 2) xs)) for i < 3 do
                              let m = m with [i % 2] = map (* m[0, 1]) m[(i + 1) % 2]
                              in m with [:, 0] = map f64.sin m[:, 1]))
           (some 4)
  -- scatters
  , agrees (\xs -> loop ys = copy xs for i < 3 do
                     scatter ys [i, (i + 2) % 4, 7] [ys[0] * ys[1], ys[2] * ys[2], 1])
           (some 4)
  ]

-- States that grow, shrink, and change from turn to turn.
-- ==
-- entry: ragged
-- input { } output { [true, true, true, true] }
entry ragged =
  [ agrees (\xs -> [f64.product (loop ys = [xs[0]] for i < 3 do ys ++ [xs[i] * ys[i]])]) (some 3)
  , agrees (\xs -> [f64.sum (loop ys = xs for i < 3 do map2 (*) (init ys) (tail ys))]) (some 5)
  , agrees (\xs -> let (m, _) = loop (m, k) = (unflatten (sized (2 * 2) xs), 2) for i < 2 do
                     let m = map (\r -> r ++ [f64.product r]) (m ++ [head m] :> [k + 1][k]f64)
                     in (m :> [k + 1][k + 1]f64, k + 1)
                   in [f64.sum (flatten m)])
           (some 4)
  , agrees (\xs -> [f64.sum (loop ys = xs while length ys > 1 do
                               let n = length ys / 2
                               in map2 (*) (take n ys) (map f64.exp (drop (length ys - n) ys) :> [n]f64))])
           (some 7)
  ]

-- ==
-- entry: nested
-- input { } output { [true, true, true] }
entry nested =
  [ agrees (\xs -> [loop y = xs[0] for i < 3 do
                      loop z = y for j < i + 1 do f64.sin (z * xs[j]) + y])
           (some 3)
  , agrees (\xs -> map (\x -> loop y = x for i < 3 do if y > 0.5 then y * xs[i] else f64.exp y) xs) (some 4)
  , agrees (\xs -> [if xs[0] > 0 then loop y = xs[0] for _i < 3i32 do y * y * xs[1] else xs[1]]) [0.9, 1.2]
  ]

-- Many at once, each as long as it takes: the square root by Newton's method, whose slope is 1 / (2 √x).
-- ==
-- entry: newton_in_map
-- input { } output { [true, true, true] }
entry newton_in_map =
  let root (x: f64) = loop y = x while f64.abs (y * y - x) > 1e-12 do 0.5 * (y + x / y)
  let xs = tabulate 40 (\i -> 0.5 + 0.3 * f64.i64 i)
  let slopes = map (\x -> 0.5 / f64.sqrt x) xs
  in [ near_all slopes (map (\x -> vjp root x 1) xs)
     , near_all slopes (map (\x -> jvp root x 1) xs)
     , near_all (map (\x -> -0.25 / x ** 1.5) xs) (map (\x -> jvp (\x -> vjp root x 1) x 1) xs) ]

-- An array that one loop makes, another reads, and a third one overwrites.
-- ==
-- entry: read_and_overwritten
-- input { } output { [true, true, true] }
entry read_and_overwritten =
  let made (xs: [3]f64) = loop y = copy xs for j < 2 do y with [j] = f64.sin y[j + 1]
  let read (ys: [3]f64) = loop p = 1 for i < 3 do p * ys[i] * ys[i]
  in [ agrees (\xs -> [read (made xs)]) (some 3)
     , agrees (\xs -> let ys = made xs
                      let p = read ys
                      in (loop zs = ys for j < 2 do zs with [j + 1] = zs[j] * zs[j + 1]) ++ [p] :> [4]f64) (some 3)
     , agrees (\xs -> reduce_by_index (copy xs[0:2]) (\p q -> p + q + 0.1 * p * q) 0 [0, 1, 0] (made xs)) (some 3)
     ]
