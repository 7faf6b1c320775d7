-- Numbers of other types, and values made of several.

import "lib/check"

-- f32 and f16: x^3 sin x, to the precision that they have.
-- ==
-- entry: small_floats
-- input { } output { true true true }
entry small_floats =
  let close (a: f64) (b: f64) (e: f64) = f64.abs (a - b) <= e * f64.abs b
  let truth = 3 * 1.25 ** 2 * f64.sin 1.25 + 1.25 ** 3 * f64.cos 1.25
  let a = vjp (\(x: f32) -> x * x * x * f32.sin x) 1.25 1
  let b = vjp (\(x: f16) -> x * x * x * f16.sin x) 1.25 1
  let c = jvp (\(x: f16) -> x * x * x * f16.sin x) 1.25 1
  in (close (f64.f32 a) truth 1e-5, close (f64.f16 b) truth 5e-3, close (f64.f16 c) truth 5e-3)

-- From one float type to another, and back.
-- ==
-- entry: converted
-- input { 1.5 } output { 6.75 true }
entry converted (x: f64) =
  let f (x: f64) = f64.f32 (f32.f64 x * f32.f64 x * f32.f64 x)
  in (vjp f x 1, vjp f x 1 == jvp f x 1)

-- Integers are a ring: sums and products, with the arithmetic of their type.
-- ==
-- entry: integers
-- input { 5i32 7i32 }
-- output { 85i32 25i32 85i32 94i8 }
entry integers (x: i32) (y: i32) =
  let f (x: i32, y: i32) = x * x * y + 3 * x * 5
  let (a, b) = vjp f (x, y) 1
  let wrap (x: i8) = x * x * x
  in (a, b, jvp f (x, y) (1, 0), vjp wrap 11 (2 + i8.i32 (x - 5)) - 120 - 0 * i8.i32 y)

-- Rounding has no derivative, for it is constant wherever it has one, by way of integers too.
-- ==
-- entry: through_integers
-- input { 2.75 } output { 0.0 0.0 }
entry through_integers (x: f64) =
  (vjp (\x -> let n = i64.f64 x in f64.i64 (n * n)) x 1, vjp (\x -> f64.trunc x * 2) x 1)

-- Booleans: or and and; comparisons have no derivative.
-- ==
-- entry: booleans
-- input { true false }
-- output { false true 0.0 }
entry booleans (a: bool) (b: bool) =
  let (x, y) = vjp (\(a, b) -> a && b) (a, b) true
  in (x, y, vjp (\(x: f64) -> f64.bool (x < 2)) 1 1)

type~ model = {weights: [2][2]f64, offset: [2]f64, used: bool, count: i32, name: []u8}

-- Records, tuples and units: a derivative has the type of what it is the derivative of.
-- ==
-- entry: records
-- input { } output { true }
entry records =
  let m : model = {weights = [[1, 2], [3, 4]], offset = [5, 6], used = true, count = 2, name = "net"}
  let apply (m: model) (x: f64, y: f64) =
    if m.used then (m.weights[0, 0] * x + m.weights[0, 1] * y * y + m.offset[0], (m.offset[1], ()))
    else (0, (0, ()))
  let d = vjp (\m -> apply m (2, 3)) m (1, (10, ()))
  let (e, (g, _)) = jvp (\p -> apply m p) (2, 3) (1, 1)
  in near_all (flatten d.weights :> [4]f64) [2, 9, 0, 0] && near_all d.offset [1, 10] && d.count == 0
     && !d.used && length d.name == 3 && e == 13 && g == 0

-- Lifted parameters: arrays of tuples of arrays.
-- ==
-- entry: compound
-- input { } output { true }
entry compound =
  agrees (\xs -> let ps = map2 (\a b -> ([a, b], {twice = a * b})) xs (rotate 1 xs)
                 let qs = ps with [1] = ([xs[2], 1], {twice = xs[0]})
                 in map (\(v, r) -> f64.product v * r.twice) qs)
         (some 4)
