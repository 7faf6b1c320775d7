-- Products of matrices in five texts, in both types, and of a matrix and a vector.

module texts (R: float) = {
  type t = R.t
  def zero = R.i64 0

  def rows [n] [m] [p] (a: [n][m]t) (b: [m][p]t) : [n][p]t =
    map (\row -> map (\column -> R.sum (map2 (R.*) row column)) (transpose b)) a

  def indices [n] [m] [p] (a: [n][m]t) (b: [m][p]t) : [n][p]t =
    tabulate_2d n p (\i j -> R.sum (map (\k -> a[i,k] R.* b[k,j]) (iota m)))

  def loops [n] [m] [p] (a: [n][m]t) (b: [m][p]t) : [n][p]t =
    tabulate_2d n p (\i j -> loop s = zero for k < m do s R.+ a[i,k] R.* b[k,j])

  def outer [n] [p] (x: [n]t) (y: [p]t) : [n][p]t = map (\a -> map (\b -> a R.* b) y) x

  def outer_loop [n] [m] [p] (a: [n][m]t) (b: [m][p]t) : [n][p]t =
    loop c = replicate n (replicate p zero) for k < m do map2 (map2 (R.+)) c (outer a[:,k] b[k])

  def outer_reduce [n] [m] [p] (a: [n][m]t) (b: [m][p]t) : [n][p]t =
    reduce (map2 (map2 (R.+))) (replicate n (replicate p zero)) (map2 outer (transpose a) b)
}

module double = texts f64
module single = texts f32

entry rows_f64 [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 = double.rows a b
entry indices_f64 [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 = double.indices a b
entry loops_f64 [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 = double.loops a b
entry outer_loop_f64 [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 = double.outer_loop a b
entry outer_reduce_f64 [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  double.outer_reduce a b

entry rows_f32 [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 = single.rows a b
entry indices_f32 [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 = single.indices a b
entry loops_f32 [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 = single.loops a b
entry outer_loop_f32 [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 = single.outer_loop a b
entry outer_reduce_f32 [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  single.outer_reduce a b

entry vector [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\r -> f64.sum (map2 (*) r x)) a
entry transposed_vector [n] [m] (a: [n][m]f64) (x: [n]f64) : [m]f64 =
  map (\r -> f64.sum (map2 (*) r x)) (transpose a)
