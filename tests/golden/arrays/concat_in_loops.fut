-- Loops that put matrices one after the other, also empty ones and parts of what they overwrite.

def shifted [n] [m] (by: i64) (a: [n][m]i64) : [n][m]i64 =
  let k = i64.min n by
  in (replicate k (replicate m 0) ++ a[:n - k]) :> [n][m]i64

def planes [n] [m] (a: [n][m]i64) : [][m]i64 = a ++ map (map (+ 1)) a ++ a[0:0]

-- ==
-- entry: moved
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 4i64 }
-- output { [[3i64, 4i64], [5i64, 8i64], [14i64, 20i64]] }
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 0i64 }
-- output { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] }
-- input { empty([0][2]i64) 9i64 } output { empty([0][2]i64) }
-- input { empty([3][0]i64) 9i64 } output { empty([3][0]i64) }
entry moved [n] [m] (a: [n][m]i64) (k: i64) =
  loop a = copy a for i < k do
    map2 (map2 (+)) a (map2 (map2 (*)) (shifted (i + 1) a) (replicate n (replicate m (i + 2))))
    |> map (map (\x -> i64.min x 1000))
    |> \b -> if i < 2 || n == 0 then b else (copy b) with [0] = map (+ 1) b[0]

-- ==
-- entry: sums
-- input { [[1i64, 2i64], [3i64, 4i64]] 5i64 } output { [90i64, 110i64] }
-- input { empty([0][2]i64) 3i64 } output { [0i64, 0i64] }
entry sums [n] [m] (a: [n][m]i64) (k: i64) : [m]i64 =
  loop s = replicate m 0 for i < k do
    let b = planes a
    in map2 (+) s (map (\column -> i64.sum column + i * length column) (transpose b))

-- ==
-- entry: gradient
-- input { [[1f64, 2f64], [3f64, 4f64], [5f64, 6f64]] 3i64 } output { true }
-- input { empty([0][2]f64) 3i64 } output { true }
entry gradient [n] [m] (a: [n][m]f64) (k: i64) : bool =
  let f (a: [n][m]f64) =
    let a = loop a for i < k do
              let h = i64.min n i
              let b = (map (map f64.sin) a[n - h:] ++ a[:n - h]) :> [n][m]f64
              in map2 (map2 (\x y -> x * y + y)) a b
    in f64.sum (flatten a)
  let g = vjp f a 1
  let h = tabulate_2d n m (\i j -> jvp f a (tabulate_2d n m (\p q -> f64.bool (p == i && q == j))))
  in and (map2 (\x y -> f64.abs (x - y) < 1e-9 * (1 + f64.abs x)) (flatten g) (flatten h))
