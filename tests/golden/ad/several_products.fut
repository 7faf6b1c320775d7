-- Products of matrices that stand beside one another: in tangents, beside what rows are folded to, in
-- accumulators around other things. Slopes along a direction are the same by both modes, and slopes of
-- slopes; few iterations around long ones, and small matrices that all of many points share.
import "lib/check"

def numbers (n: i64) (k: f64) : [n]f64 = tabulate n (\i -> 0.6 * f64.sin (k + 1.3 * f64.i64 i))

def both [n] (f: [n]f64 -> f64) : bool =
  let x = numbers n 0
  let d = numbers n 1
  let dot a b = f64.sum (map2 (*) a b)
  let slope x = vjp f x 1
  in near (dot d (slope x)) (jvp f x d) && near (dot d (jvp slope x d)) (dot d (vjp slope x d))

def times [n] [m] [k] (a: [n][m]f64) (b: [m][k]f64) : [n][k]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

def squares [n] [m] (a: [n][m]f64) : f64 = f64.sum (map (\row -> f64.sum (map (** 2) row)) a)

-- ==
-- tags { threads }
-- entry: matrices
-- input { 5i64 7i64 } output { [true, true, true, true] }
-- input { 20i64 9i64 } output { [true, true, true, true] }
-- input { 1i64 1i64 } output { [true, true, true, true] }
entry matrices (n: i64) (m: i64) : [4]bool =
  let flat (f: [n][m]f64 -> f64) = both (\(x: [n * m]f64) -> f (unflatten x))
  in [ flat (\a -> squares (times a (transpose a)))
     , flat (\a ->
         squares (loop y = a for _i < 3 do
                    map2 (map2 (\u v -> 1.5 * u - 0.5 * v)) y (times y (times (transpose y) y))))
     , flat (\a ->
         let g = tabulate_2d n n (\i j -> f64.sum (map2 (*) a[i] a[j]))
         in f64.sum (flatten (map (map (\v -> f64.log (1 + v * v))) g)))
     , flat (\a ->
         f64.sum (map (\q ->
           let e = map (\k -> f64.exp (f64.sum (map2 (*) q k))) a
           let z = f64.sum e
           in f64.sum (map (\c -> (f64.sum (map2 (*) c e) / z) ** 2) (transpose a))) a))
     ]

-- ==
-- entry: lags
-- input { 3000i64 } output { true }
-- input { 30i64 } output { true }
entry lags (n: i64) : bool =
  both (\(x: [n]f64) -> f64.sum (map (** 2) (tabulate 21 (\k -> f64.sum (tabulate (n - k) (\i -> x[i] * x[i + k])) / 100))))

-- ==
-- entry: bones
-- input { 700i64 3i64 } output { true }
-- input { 3i64 5i64 } output { true }
entry bones (n: i64) (m: i64) : bool =
  let points = tabulate_2d n 3 (\i j -> f64.cos (f64.i64 (i * 3 + j)))
  in both (\(x: [m * 12]f64) ->
       let b = unflatten_3d (x :> [m * 3 * 4]f64)
       in f64.sum (map (\p ->
            let q = map (\r -> f64.sum (map (\t -> t[r, 0] * p[0] + t[r, 1] * p[1] + t[r, 2] * p[2] + t[r, 3]) b)) (iota 3)
            in q[0] ** 2 + f64.sin (q[1] * q[2])) points))
