-- What is read of arrays that are made of others in each iteration (slices, rotations, reversals,
-- arrays put together or flattened) is read of those: the same numbers, the same errors, and no
-- cotangent of all of it.

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
-- entry: slices
-- input { 12i64 } output { [true, true, true, true, true, true, true, true] }
-- input { 1i64 } output { [true, true, true, true, true, true, true, true] }
entry slices (n: i64) =
  let x = numbers n
  let sum f = f64.sum (map f (iota n))
  in [ agrees (\x -> sum (\i -> f64.sin x[i:][0] * x[i]))
              (\x -> same_pairs x id) x
     , agrees (\x -> sum (\i -> f64.sin (head (drop i x)) * last (take (i + 1) x)))
              (\x -> same_pairs x id) x
     , agrees (\x -> sum (\i -> f64.sin x[:i + 1][i] * x[i:i + 1][0]))
              (\x -> same_pairs x id) x
     , agrees (\x -> sum (\i -> f64.sin x[i] * x[i / 2:][:1][0]))
              (\x -> same_pairs x (/ 2)) x
     , agrees (\x -> sum (\i -> f64.sin x[i] * x[i / 3:i + 1][i / 2 - i / 3]))
              (\x -> same_pairs x (/ 2)) x
     , agrees (\x -> sum (\i -> f64.sin x[i] * f64.sum x[i / 2:][:1]))
              (\x -> same_pairs x (/ 2)) x
     , agrees (\x -> loop s = 0 for i < n do s + f64.sin x[i:][0] * (drop (i / 2) x)[0])
              (\x -> same_pairs x (/ 2)) x
     , agrees (\x -> loop s = 0 for i < n do
                       s + (loop t = 0 for j < i + 1 do
                              t + f64.sin x[j:][0] * x[i - j:][0]) / 2)
              (\x -> loop s = 0 for i < n do
                       s + (loop t = 0 for j < i + 1 do t + f64.sin x[j] * x[i - j]) / 2) x ]

-- ==
-- entry: turned
-- input { 12i64 } output { [true, true, true, true, true, true, true] }
-- input { 1i64 } output { [true, true, true, true, true, true, true] }
entry turned (n: i64) =
  let x = numbers n
  let sum f = f64.sum (map f (iota n))
  in [ agrees (\x -> sum (\i -> f64.sin x[i] * (rotate 1 x)[i]))
              (\x -> same_pairs x (\i -> (i + 1) % n)) x
     , agrees (\x -> sum (\i -> f64.sin x[i] * (rotate (3 * i) x)[0]))
              (\x -> same_pairs x (\i -> 3 * i % n)) x
     , agrees (\x -> sum (\i -> f64.sin x[i] * (rotate (-2 - i) x)[0]))
              (\x -> same_pairs x (\i -> (-2 - i) % n)) x
     , agrees (\x -> sum (\i -> f64.sin x[i] * (take 1 (rotate i x))[0]))
              (\x -> same_pairs x id) x
     , agrees (\x -> sum (\i -> f64.sin x[i] * (reverse (take (i + 1) x))[i / 2]))
              (\x -> same_pairs x (\i -> i - i / 2)) x
     , agrees (\x -> sum (\i -> f64.sin x[i] * (x ++ x)[i + n / 2]))
              (\x -> same_pairs x (\i -> (i + n / 2) % n)) x
     , agrees (\x -> sum (\i -> f64.sin x[i] * (rotate (i64.highest - i) (rotate 1 x))[i / 2]))
              (\x -> same_pairs x (\i -> ((i64.highest - i) % n + i / 2 + 1) % n)) x ]

-- ==
-- entry: tables
-- input { 6i64 4i64 } output { [true, true, true, true, true] }
-- input { 1i64 1i64 } output { [true, true, true, true, true] }
entry tables (n: i64) (m: i64) =
  let flat (f: [n][m]f64 -> f64) (x: [n * m]f64) = f (unflatten x)
  let plain (x: [n][m]f64) =
    f64.sum (map (\i -> loop s = 0 for j < m do s + f64.sin x[i, j] * x[i, (j + 1) % m]) (iota n))
  let sums (f: i64 -> i64 -> f64) =
    f64.sum (map (\i -> loop s = 0 for j < m do s + f i j) (iota n))
  let x = numbers (n * m)
  in [ agrees (flat (\x -> sums (\i j -> f64.sin (flatten x)[i * m + j]
                                         * (flatten x)[i * m + (j + 1) % m])))
              (flat plain) x
     , agrees (flat (\x -> sums (\i j -> f64.sin x[i:][0][j:][0] * x[i:i + 1][0][(j + 1) % m])))
              (flat plain) x
     , agrees (flat (\x -> sums (\i j -> f64.sin (rotate 1 x)[(i + n - 1) % n][j]
                                         * (head (drop i x))[(j + 1) % m])))
              (flat plain) x
     , agrees (flat (\x -> sums (\i j -> f64.sin x[:, j][i] * x[i:, (j + 1) % m][0])))
              (flat plain) x
     , agrees (flat (\x -> sums (\i j -> f64.sin x[i][j:][0] * (last (take (i + 1) x))[(j + 1) % m])))
              (flat plain) x ]

-- Where there is nothing to read it fails as the slice does.
-- ==
-- entry: element
-- input { 5i64 } error: Index \[0\] out of bounds for array of shape \[0\]
-- input { 3i64 } output { 1.7 }
entry element (k: i64) : f64 =
  let x = copy (replicate 5 1.7)
  in f64.maximum (map (\i -> x[i + k:][0]) (iota 1))

-- ==
-- entry: inside
-- input { 3i64 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { 3i64 -1i64 } error: Index \[-1\] out of bounds for array of shape \[2\]
-- input { 3i64 1i64 } output { 1.7 }
entry inside (k: i64) (j: i64) : f64 =
  let x = copy (replicate 9 1.7)
  in f64.maximum (map (\i -> x[i + k:i + k + 2][j]) (iota 2))

-- ==
-- entry: part
-- input { 3i64 3i64 } error: Index \[:3\] out of bounds for array of shape \[2\]
-- input { 3i64 2i64 } output { 3.4 }
-- input { 3i64 0i64 } output { 0.0 }
entry part (k: i64) (j: i64) : f64 =
  let x = copy (replicate 9 1.7)
  in f64.maximum (map (\i -> f64.sum x[i + k:i + k + 2][:j]) (iota 2))

-- The way back fails, too, where it alone looks at the place.
-- ==
-- entry: way_back
-- input { 3i64 2i64 } error: out of bounds
-- input { 3i64 -1i64 } error: out of bounds
-- input { 3i64 1i64 } output { [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0] }
entry way_back (k: i64) (j: i64) : [7]f64 =
  vjp (\x -> f64.sum (map (\i -> x[i + k:i + k + 2][j]) (iota 2))) (numbers 7) 1

-- ==
-- entry: way_back_part
-- input { 3i64 3i64 } error: out of bounds
-- input { 3i64 2i64 } output { [0.0, 0.0, 0.0, 1.0, 2.0, 1.0, 0.0] }
-- input { 3i64 0i64 } output { [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] }
entry way_back_part (k: i64) (j: i64) : [7]f64 =
  vjp (\x -> f64.sum (map (\i -> f64.sum x[i + k:i + k + 2][:j]) (iota 2))) (numbers 7) 1
