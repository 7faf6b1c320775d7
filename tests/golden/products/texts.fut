-- Products of matrices and vectors in the ways people write them. (tests/unit/products_test.cpp
-- runs the same with random shapes, and compares bits.)
-- ==
-- entry: rows hoisted indices chained slices sequential outers outers_reduce in_place by_columns outside rows_of_rows
-- input { [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] [[1.0, 0.5], [-1.0, 2.0], [0.25, 4.0]] }
-- output { [[-0.25, 16.5], [0.5, 36.0]] }
-- input { [[2.0], [3.0]] [[5.0, 7.0, 1.0]] }
-- output { [[10.0, 14.0, 2.0], [15.0, 21.0, 3.0]] }
-- input { empty([0][3]f64) [[1.0], [2.0], [3.0]] }
-- output { empty([0][1]f64) }
-- input { empty([2][0]f64) empty([0][3]f64) }
-- output { [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]] }
-- input { [[1.0, 2.0]] empty([2][0]f64) }
-- output { empty([1][0]f64) }

-- What each row begins with, and what is fused with the products.
-- ==
-- entry: begun weighted
-- input { [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] [[1.0, 0.5], [-1.0, 2.0], [0.25, 4.0]] }
-- output { [[0.75, 37.5], [1.5, 76.5]] }
-- input { [[2.0], [3.0]] empty([1][0]f64) }
-- output { empty([2][0]f64) }

-- ==
-- entry: layer
-- input { [[1.0, 2.0], [0.0, 1.0]] [0.5, -9.0] [[1.0, 1.0], [2.0, 3.0], [-1.0, 0.0]] }
-- output { [[3.5, 0.0], [8.5, 0.0], [0.0, 0.0]] }

-- ==
-- entry: vector
-- input { [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]] [1.0, -1.0] }
-- output { [-1.0, -1.0, -1.0] }

-- ==
-- entry: transposed_vector
-- input { [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]] [1.0, -1.0, 1.0] }
-- output { [3.0, 4.0] }

-- ==
-- entry: gradient
-- input { [[1.0, 2.0], [3.0, 4.0]] [[1.0, 0.0], [2.0, -1.0]] [[1.0, 1.0], [0.0, 2.0]] }
-- output { [[1.0, 1.0], [0.0, -2.0]] [[1.0, 7.0], [2.0, 10.0]] }

-- An index out of bounds is what it always is.
-- ==
-- entry: too_far
-- input { [[1.0, 2.0], [3.0, 4.0]] [[1.0, 0.0], [2.0, -1.0]] 2i64 }
-- output { [[5.0, -2.0], [11.0, -4.0]] }
-- input { [[1.0, 2.0], [3.0, 4.0]] [[1.0, 0.0], [2.0, -1.0]] 3i64 }
-- error: out of bounds

entry rows [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

entry hoisted [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  let bt = transpose b
  in map (\row -> map (\column -> reduce (+) 0 (map2 (*) column row)) bt) a

entry indices [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> f64.sum (map (\k -> a[i,k] * b[k,j]) (iota m)))

entry chained [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> f64.sum (map (\k -> a[i][k] * b[k][j]) (iota m)))

entry slices [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> f64.sum (map2 (*) a[i] b[:,j]))

entry sequential [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> loop s = 0 for k < m do s + a[i,k] * b[k,j])

entry in_place [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  loop c = replicate n (replicate p 0) for i < n do loop c for j < p do loop c for k < m do
    c with [i, j] = c[i, j] + a[i, k] * b[k, j]

entry by_columns [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  loop c = replicate n (replicate p 0) for i < n do loop c for k < m do loop c for j < p do
    c with [i, j] = c[i, j] + a[i, k] * b[k, j]

entry outside [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  (loop (c, k) = (replicate n (replicate p 0), 0) while k < m do
     (loop c for j < p do loop c for i < n do c with [i, j] = c[i, j] + a[i, k] * b[k, j], k + 1)).0

entry rows_of_rows [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\r -> loop s = replicate p 0 for k < m do map2 (\s x -> s + r[k] * x) s b[k]) a

entry begun [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  let first = map (\j -> f64.i64 (j + 1) / 2) (iota p)
  in map (\r -> let s = loop s = copy first for k < m do map2 (\s x -> s + r[k] * x) s b[k]
                in map2 (\s j -> (s + f64.i64 j) * f64.i64 (j + 1) + 0.5) s (iota p)) a

entry weighted [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  let c =
    loop c = replicate n (replicate p 0) for i < n do loop c for j < p do
      let c = c with [i, j] = 0.5 * f64.i64 (j + 1)
      in loop c for k < m do c with [i, j] = c[i, j] + a[i, k] * b[k, j]
  in map (map2 (\j s -> (s + f64.i64 j) * f64.i64 (j + 1) + 0.5) (iota p)) c

def outer [n] [p] (x: [n]f64) (y: [p]f64) : [n][p]f64 = map (\a -> map (\b -> a * b) y) x

entry outers [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  loop c = replicate n (replicate p 0) for k < m do map2 (map2 (+)) c (outer a[:,k] b[k])

entry outers_reduce [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  reduce (map2 (map2 (+))) (replicate n (replicate p 0)) (map2 outer (transpose a) b)

entry batched [l] [n] [m] [p] (a: [l][n][m]f64) (b: [l][m][p]f64) : [l][n][p]f64 =
  map2 (\a b -> map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a) a b

entry layer [n] [m] [b] (w: [m][n]f64) (bias: [m]f64) (xs: [b][n]f64) : [b][m]f64 =
  map (\x -> map2 (\b row -> f64.max 0 (b + f64.sum (map2 (*) row x))) bias w) xs

entry layers [n] [m] [p] [b] (w: [m][n]f64) (v: [p][m]f64) (xs: [b][n]f64) : [b][p]f64 =
  let hidden = map (\x -> map (\row -> f64.tanh (f64.sum (map2 (*) row x))) w) xs
  in map (\x -> map (\row -> f64.sum (map2 (*) row x)) v) hidden

entry layers_gradient [n] [m] [p] [b] (w: [m][n]f64) (v: [p][m]f64) (xs: [b][n]f64)
                    : ([m][n]f64, [p][m]f64, [b][n]f64) =
  vjp (\(w, v, xs) -> f64.sum (flatten (layers w v xs))) (w, v, xs) 1

entry vector [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\r -> f64.sum (map2 (*) r x)) a

entry transposed_vector [n] [m] (a: [n][m]f64) (x: [n]f64) : [m]f64 =
  map (\r -> f64.sum (map2 (*) r x)) (transpose a)

entry sequential_vector [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 =
  map (\r -> loop s = 1 for k < m do s + r[k] * x[k]) a

entry rows_f32 [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) a

entry sequential_f32 [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  tabulate_2d n p (\i j -> loop s = 0.5 for k < m do s + a[i,k] * b[k,j])

entry gradient [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (w: [n][p]f64) : ([n][m]f64, [m][p]f64) =
  vjp (\(a, b) -> rows a b) (a, b) w

entry too_far (a: [2][2]f64) (b: [2][2]f64) (m: i64) : [2][2]f64 =
  map (\row -> tabulate 2 (\j -> loop s = 0 for k < m do s + row[k] * b[k,j])) a
