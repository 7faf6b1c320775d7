-- What `import "ad"` gives, on functions whose derivatives are plain.
import "ad"

def f (x: f64, y: f64) : f64 = x * x * y + y * y

-- ==
-- entry: gradients
-- input { 3.0 5.0 } output { 30.0 19.0 70.0 30.0 19.0 }
entry gradients (x: f64) (y: f64) =
  let (a, b) = grad f (x, y)
  let (value, (c, d)) = value_and_grad f (x, y)
  in (a, b, value, c, d)

-- Rows are results, columns are arguments.
-- ==
-- entry: jacobians
-- input { [3.0, 5.0] }
-- output { [[5.0, 3.0], [6.0, 0.0], [1.0, 1.0]] [[5.0, 3.0], [6.0, 0.0], [1.0, 1.0]] }
entry jacobians (x: [2]f64) =
  let g (x: [2]f64) = [x[0] * x[1], x[0] * x[0], x[0] + x[1]]
  in (jacfwd g x, jacrev g x)

-- Of any type by any type: the numbers in the order of `ravel`, other types left out.
-- ==
-- entry: jacobians_of_any_type
-- input { }
-- output { [[0.0, 4.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]] true 2i64 }
entry jacobians_of_any_type =
  let x = {bias = 3.0, w = [2.0, 5.0], kind = 1i32}
  let g (p: {bias: f64, w: [2]f64, kind: i32}) =
    (p.w[0] * p.w[0], (p.kind + 1, [p.bias, f64.sum p.w]))
  let forward = jacfwd g x :> [3][3]f64
  let backward = jacrev g x :> [3][3]f64
  in ( forward, and (map2 (\a b -> and (map2 (==) a b)) forward backward)
     , length (jacfwd (\(x: f64, _: i32) -> (x, true, [x])) (1, 1)) )

-- ==
-- entry: hessians
-- input { 3.0 5.0 } output { [[10.0, 6.0], [6.0, 2.0]] 22.0 10.0 }
entry hessians (x: f64) (y: f64) =
  let (a, b) = hvp f (x, y) (1, 2)
  in (hessian f (x, y), a, b)

-- x^T A x has the Hessian A + A^T.
-- ==
-- entry: hessian_of_records
-- input { } output { [[2.0, 5.0, 4.0], [5.0, 10.0, 8.0], [4.0, 8.0, 18.0]] [11.0, 23.0, 30.0] }
entry hessian_of_records =
  let a = [[1.0, 2, 3], [3, 5, 7], [1, 1, 9]]
  let g (p: {c: f64, ab: (f64, f64)}) =
    let v = [p.ab.0, p.ab.1, p.c]
    in f64.sum (map2 (\row x -> x * f64.sum (map2 (*) row v)) a v)
  let p = {ab = (1.0, 2.0), c = 3.0}
  in (hessian g p, ravel (hvp g p {ab = (1, 1), c = 1}) : []f64)

-- J^T H J v, against the matrices. Where f is linear it is the Hessian of the whole.
-- ==
-- entry: gauss_newton
-- input { } output { 37.0 true true }
entry gauss_newton =
  let loss [n] (y: [n]f64) = f64.sum (map (\y -> y ** 4) y)
  let g (x: [2]f64) = [x[0] * x[1], f64.sin x[0], x[1]]
  let line (x: [2]f64) = [x[0] + 2 * x[1], 3 * x[1]]
  let (x, v) = ([1.5, 0.5], [1.0, -2])
  let times [m] [n] (a: [m][n]f64) (v: [n]f64) = map (\row -> f64.sum (map2 (*) row v)) a
  let j = jacfwd g x :> [3][2]f64
  let h = hessian loss (g x) :> [3][3]f64
  let truth = times (transpose j) (times h (times j v))
  let near = map2 (\a b -> f64.abs (a - b) < 1e-12)
  in ( ggnvp (\x -> [x, x * x]) (\y -> f64.sum (map (\y -> y * y) y) / 2) 3 1
     , and (near truth (ggnvp g loss x v))
     , and (near (hvp (\x -> loss (line x)) x v) (ggnvp line loss x v)) )

-- ==
-- entry: traces
-- input { 3.0 5.0 } output { 12.0 15.0 11.0 }
entry traces (x: f64) (y: f64) =
  ( laplacian f (x, y)
  , divergence (\(x, y) -> (x * y, y * y)) (x, y)
  , directional (\(x, y) -> x * y) (x, y) (1, 2) )

-- A harmonic function has the Laplacian 0; a rotation has no divergence.
-- ==
-- entry: harmonic
-- input { [0.3, 0.8] } output { true true }
entry harmonic (x: [2]f64) =
  ( f64.abs (laplacian (\x -> f64.exp x[0] * f64.cos x[1]) x) < 1e-14
  , divergence (\x -> [-x[1], x[0]]) x == 0 )

-- Nothing in the argument, nothing in the result.
-- ==
-- entry: empty
-- input { empty([0]f64) }
-- output { empty([0]f64) 5.0 empty([1][0]f64) empty([1][0]f64) empty([0][0]f64) 0.0 0.0 0i64 0i64 }
entry empty [n] (x: [n]f64) =
  let g [n] (x: [n]f64) = 5 + f64.sum x
  in ( grad g x, (value_and_grad g x).0, jacfwd g x, jacrev g x, hessian g x, laplacian g x
     , divergence (\x -> x) x
     , length (jacfwd (\(x: f64) -> (x > 0, 1i32)) 2), length (jacrev (\(_: f64) -> ()) 2) )

-- Derivatives of derivatives: of a Laplacian, and of a Jacobian, whose numbers are its rows.
-- ==
-- entry: nested
-- input { 2.0 3.0 } output { 144.0 48.0 [[8.0, 8.0], [8.0, 0.0], [0.0, 1.0], [1.0, 0.0]] }
entry nested (x: f64) (y: f64) =
  let (a, b) = grad (laplacian (\(x, y) -> x ** 4 * y)) (x, y)
  let g (x: [2]f64) = [2 * x[0] * x[0] * x[1], x[0] * x[1]]
  in (a, b, jacfwd (\x -> jacrev g x :> [2][2]f64) [x, x])

-- In maps, and under derivatives by something else.
-- ==
-- entry: in_maps
-- input { [1.0, 2.0, 3.0] }
-- output { [3.0, 12.0, 27.0] [2.0, 4.0, 6.0] [6.0, 12.0, 18.0] [[[6.0]], [[12.0]], [[18.0]]] }
entry in_maps [n] (xs: [n]f64) =
  let cube (x: f64) = x * x * x
  in ( map (grad cube) xs
     , map (\c -> grad (\x -> c * x * x) 1) xs
     , grad (\xs -> f64.sum (map (grad cube) xs)) xs
     , map (\x -> hessian cube x :> [1][1]f64) xs )
