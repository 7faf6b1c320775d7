-- What is read of copies that nobody overwrites, and of maps of few steps, is read of what they are
-- made of: the same numbers, the same errors, and no cotangent of all of it.

-- A number for each place.
def numbers (n: i64) : [n]f64 = map (\i -> 0.3 + f64.i64 (i * 37 % 11) / 11) (iota n)

def is_same [n] (x: [n]f64) (y: [n]f64) = and (map2 (\a b -> f64.abs (a - b) < 1e-12) x y)

-- In each way the sum of sin a[i] * a[j] for some i and j; [plain] says which.
def agrees [n] (f: [n]f64 -> f64) (plain: [n]f64 -> f64) (x: [n]f64) : bool =
  let (y, dx) = vjp2 f x 1.5
  let (z, dz) = vjp2 plain x 1.5
  let second g = vjp (\x -> vjp g x 1) x (numbers n)
  in f64.abs (y - z) < 1e-12 && is_same dx dz && is_same (second f) (second plain)
     && f64.abs (jvp f x (numbers n) - jvp plain x (numbers n)) < 1e-12

def same_pairs [n] (x: [n]f64) (first: i64 -> i64) =
  f64.sum (map (\i -> f64.sin x[i] * x[first i]) (iota n))

-- ==
-- entry: copies
-- input { 12i64 } output { [true, true, true, true, true, true] }
-- input { 1i64 } output { [true, true, true, true, true, true] }
entry copies (n: i64) =
  let x = numbers n
  let sum f = f64.sum (map f (iota n))
  in [ agrees (\x -> sum (\i -> f64.sin (copy x)[i] * x[i]))
              (\x -> same_pairs x id) x
     , agrees (\x -> sum (\i -> let y = copy x in f64.sin y[i] * (copy (rotate 1 y))[i]))
              (\x -> same_pairs x (\i -> (i + 1) % n)) x
     , agrees (\x -> loop s = 0 for i < n do let y = copy x in s + f64.sin y[i] * (copy y)[i / 2])
              (\x -> same_pairs x (/ 2)) x
     , -- One that is overwritten is another array.
       agrees (\x -> sum (\i -> let y = copy x with [i] = x[i / 2] in f64.sin x[i] * y[i]))
              (\x -> same_pairs x (/ 2)) x
     , agrees (\x -> sum (\i -> let y = copy x
                                let z = copy y with [i] = f64.sin y[i]
                                in z[i] * y[i]))
              (\x -> same_pairs x id) x
     , agrees (\x -> let y = copy x
                     let s = sum (\i -> f64.sin y[i] * y[i / 2])
                     let z = y with [0] = 0
                     in s + 0 * z[0])
              (\x -> same_pairs x (/ 2)) x ]

-- ==
-- entry: maps
-- input { 12i64 } output { [true, true, true, true, true, true, true] }
-- input { 1i64 } output { [true, true, true, true, true, true, true] }
entry maps (n: i64) =
  let x = numbers n
  let sum f = f64.sum (map f (iota n))
  in [ agrees (\x -> sum (\i -> (map f64.sin x)[i] * x[i]))
              (\x -> same_pairs x id) x
     , agrees (\x -> sum (\i -> let ys = map (\k -> x[k / 2]) (iota n) in f64.sin x[i] * ys[i]))
              (\x -> same_pairs x (/ 2)) x
     , agrees (\x -> sum (\i -> let ys = map2 (\a k -> f64.sin a * x[k / 2]) x (iota n) in ys[i]))
              (\x -> same_pairs x (/ 2)) x
     , agrees (\x -> loop s = 0 for i < n do s + (map f64.sin x)[i] * (map (+ 0) x)[i / 3])
              (\x -> same_pairs x (/ 3)) x
     , agrees (\x -> sum (\i -> let (s, t) = unzip (map (\a -> (f64.sin a, 2 * a)) x)
                                in s[i] * t[i / 2] / 2))
              (\x -> same_pairs x (/ 2)) x
     , agrees (\x -> let ys = map f64.sin x in sum (\i -> ys[i] * (reverse ys)[n - 1 - i] * 0
                                                          + ys[i] * x[i / 2]))
              (\x -> same_pairs x (/ 2)) x
     , agrees (\x -> sum (\i -> let y = map (\a -> 2 * a) (copy x) with [i] = x[i / 2]
                                in f64.sin x[i] * y[i]))
              (\x -> same_pairs x (/ 2)) x ]

-- ==
-- entry: tables
-- input { 6i64 4i64 } output { [true, true, true, true, true, true] }
-- input { 1i64 1i64 } output { [true, true, true, true, true, true] }
entry tables (n: i64) (m: i64) =
  let flat (f: [n][m]f64 -> f64) (x: [n * m]f64) = f (unflatten x)
  let plain (x: [n][m]f64) =
    f64.sum (map (\i -> loop s = 0 for j < m do s + f64.sin x[i, j] * x[i, (j + 1) % m]) (iota n))
  let sums (f: i64 -> i64 -> f64) =
    f64.sum (map (\i -> loop s = 0 for j < m do s + f i j) (iota n))
  let x = numbers (n * m)
  in [ agrees (flat (\x -> sums (\i j -> let rows = map (\k -> x[k]) (iota n)
                                         in f64.sin rows[i][j] * rows[i, (j + 1) % m])))
              (flat plain) x
     , agrees (flat (\x -> let rows = map (\k -> x[n - 1 - k]) (iota n)
                           in sums (\i j -> f64.sin rows[n - 1 - i][j]
                                            * (reverse rows)[i, (j + 1) % m])))
              (flat plain) x
     , agrees (flat (\x -> sums (\i j -> let y = transpose (copy x)
                                         in f64.sin y[j][i] * (transpose y)[i, (j + 1) % m])))
              (flat plain) x
     , agrees (flat (\x -> sums (\i j -> f64.sin (copy x[i])[j] * (copy x)[i][(j + 1) % m])))
              (flat plain) x
     , agrees (flat (\x -> sums (\i j -> let y = map (map f64.sin) x
                                         in y[i, j] * (map (rotate 1) x)[i][j])))
              (flat plain) x
     , agrees (flat (\x -> let column j = map (\row -> row[j]) x
                           in sums (\i j -> f64.sin (column j)[i] * (column ((j + 1) % m))[i])))
              (flat plain) x ]

-- A map fails where it fails, whichever of its elements is read.
-- ==
-- entry: gathers
-- input { [0i64, 3i64, 2i64] 2i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [0i64, 1i64, 2i64] 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [0i64, 1i64, 2i64] 2i64 } output { 5.1 }
entry gathers [n] (is: [n]i64) (k: i64) : f64 =
  let x = copy (replicate 3 1.7)
  in f64.sum (map (\_ -> let ys = map (\i -> x[i]) is in ys[k]) (iota 3))

-- ==
-- entry: quotients
-- input { [1i64, 0i64, 2i64] 2i64 } error: division by zero
-- input { [1i64, 3i64, 2i64] -1i64 } error: Index \[-1\] out of bounds for array of shape \[3\]
-- input { [1i64, 3i64, 2i64] 2i64 } output { 15i64 }
entry quotients [n] (is: [n]i64) (k: i64) : i64 =
  i64.sum (map (\_ -> let ys = map (\i -> 10 / i) is in ys[k]) (iota 3))

-- ==
-- entry: of_table
-- input { 5i64 } error: Index \[5\] out of bounds for array of shape \[5\]\.
-- input { 1i64 } output { 5.1 }
entry of_table (k: i64) : f64 =
  let y = copy (replicate 5 (replicate 4 1.7))
  in f64.sum (map (\_ -> (map (\e -> e[k % 4]) y)[k]) (iota 3))

-- The way back fails where the map does not have the place.
-- ==
-- entry: way_back
-- input { 3i64 } error: out of bounds
-- input { -1i64 } error: out of bounds
-- input { 2i64 } output { [0.0, 0.0, 6.0] }
entry way_back (k: i64) : [3]f64 =
  vjp (\x -> f64.sum (map (\_ -> let ys = map (\a -> 2 * a) (copy x) in ys[k]) (iota 3)))
      (numbers 3) 1

-- Nothing is read of slices that there are not: it is the slice that fails.
-- ==
-- entry: slices
-- input { 8i64 0i64 } error: Index \[7:\] out of bounds for array of shape \[6\]
-- input { 4i64 0i64 } error: Index \[0\] out of bounds for array of shape \[0\]
-- input { 1i64 9i64 } error: Index \[9\] out of bounds for array of shape \[5\]
-- input { 1i64 2i64 } output { 5.1 }
entry slices (k: i64) (j: i64) : f64 =
  let x = copy (replicate 6 1.7)
  in f64.sum (map (\i -> (drop 1 x[i + k - 1:])[j]) (iota 3))
