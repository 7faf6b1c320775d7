-- The numbers of a value as a vector, and back.

type shape = #circle f64 | #box f64 f64 | #none

-- Rows one behind the other; components one after the other, fields in the order of their names;
-- integers, other floats and booleans left out.
-- ==
-- entry: numbers
-- input { }
-- output { [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] [3.0, 1.0, 2.0] [7.0, 1.0, 2.0, 8.0] [5.0] [0.5f32] }
entry numbers =
  let mixed = (5.0, 7i32, [true], 0.5f32, [[3u8]])
  in ( ravel [[1.0, 2], [3, 4], [5, 6]] : []f64
     , ravel {w = [1.0, 2], b = 3.0} : []f64
     , ravel (7.0, ((), (([1.0, 2], 9i64), 8.0))) : []f64
     , ravel mixed : []f64
     , ravel mixed : []f32 )

-- ==
-- entry: one
-- input { 3.0 } output { [3.0] }
entry one (x: f64) : []f64 = ravel x

-- An array of tuples is the tuple of arrays that it amounts to.
-- ==
-- entry: columns
-- input { } output { [1.0, 2.0, 10.0, 20.0] [1.5, 2.5, 11.0, 21.0] }
entry columns =
  let pairs = [(1.0, 10.0), (2, 20)]
  let (a, b) = unzip (unravel pairs [1.5, 2.5, 11, 21])
  in (ravel pairs : []f64, a ++ b)

-- Nothing to take, and nothing to put.
-- ==
-- entry: nothing
-- input { } output { empty([0]f64) empty([0]f64) empty([0]f64) 5 empty([0][3]f64) }
entry nothing =
  let none : [0][3]f64 = []
  in ( ravel () : []f64
     , ravel (1i32, true) : []f64
     , ravel none : []f64
     , unravel 5i32 ([] : [0]f64)
     , unravel none ([] : [0]f64) )

-- What is not a number of the type stays as it is.
-- ==
-- entry: put
-- input { } output { 9.0 7i32 [[8.0, 7.0], [6.0, 5.0]] true 0.5f32 }
entry put =
  let like = (1.0, {n = 7i32, m = [[1.0, 2], [3, 4]], yes = true, half = 0.5f32})
  let (x, {n, m, yes, half}) = unravel like [9.0, 8, 7, 6, 5]
  in (x, n, m, yes, half)

-- There and back, for each type of numbers.
-- ==
-- entry: back
-- input { [1f32, 2f32] 3f16 [[4.0, 5.0]] } output { [1f32, 2f32] 3f16 [[4.0, 5.0]] }
entry back [n] [m] [k] (a: [n]f32) (b: f16) (c: [m][k]f64) =
  let x = (a, b, c)
  let x = unravel x (ravel x : []f32)
  let x = unravel x (ravel x : []f16)
  in unravel x (ravel x : []f64)

-- A sum keeps its constructor; the payloads of others are zeros. Constructors are in the order of their
-- names.
-- ==
-- entry: sums
-- input { } output { [0.0, 0.0, 5.0] [1.0, 2.0, 0.0] [0.0, 0.0, 0.0] 7.0 12.0 0.0 }
entry sums =
  let area (s: shape) : f64 =
    match s
    case #circle r -> r
    case #box a b -> a * b
    case #none -> 0
  let circle : shape = #circle 5
  let box : shape = #box 1 2
  let none : shape = #none
  in ( ravel circle : []f64, ravel box : []f64, ravel none : []f64
     , area (unravel circle [1.0, 1, 7]), area (unravel box [3.0, 4, 1])
     , area (unravel none [1.0, 1, 1]) )

-- In lambdas, with rows whose length is only known there.
-- ==
-- entry: in_maps
-- input { [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]] }
-- output { [[1.0, 2.0, 2.0], [3.0, 4.0, 12.0], [5.0, 6.0, 30.0]] [3.0, 7.0, 11.0] }
entry in_maps [n] (xss: [n][2]f64) =
  ( map (\xs -> ravel {a = xs, b = f64.product xs} :> [3]f64) xss
  , map (\xs -> let (a, b) = unravel (0.0, [0.0]) xs in a + b[0]) xss )

-- ==
-- entry: too_long
-- input { [1.0, 2.0, 3.0] } output { 1.0 [2.0, 3.0] }
-- input { [1.0, 2.0, 3.0, 4.0] }
-- error: A vector of 4 numbers cannot be put into a value that has 3 of type f64
-- input { [1.0] }
-- error: A vector of 1 numbers cannot be put into a value that has 3 of type f64
entry too_long [n] (v: [n]f64) = unravel (0.0, [0.0, 0.0]) v

-- ==
-- entry: in_a_map_too
-- input { [[1.0, 2.0]] } output { [[1.0, 2.0]] }
-- input { [[1.0, 2.0, 3.0]] } error: A vector of 3 numbers
entry in_a_map_too [n] [m] (vs: [n][m]f64) =
  map (\v -> let (a, b) = unravel (0.0, 0.0) v in [a, b]) vs

-- Derivatives are those of moving numbers about, to any order.
-- ==
-- entry: derivatives
-- input { [1.0, 2.0, 3.0] }
-- output { 1.0 [[2.0, 4.0], [3.0, 5.0]] [2.0, 12.0, 4.0] [0.0, 6.0, 4.0] [0.0, 6.0, 4.0] }
entry derivatives [n] (v: [n]f64) =
  let columns (p: f64, m: [2][2]f64) = ravel (p, transpose m) :> [5]f64
  let (p, m) = vjp columns (1, [[1, 2], [3, 4]]) [1, 2, 3, 4, 5]
  let f (v: [n]f64) : f64 =
    let r = unravel {b = 0.0, m = [[0.0], [0.0]]} v
    in r.b * r.b + r.m[0, 0] ** 2 * r.m[1, 0]
  let e : [n]f64 = tabulate n (\i -> f64.bool (i == 1))
  in (p, m, vjp f v 1, jvp (\v -> vjp f v 1) v e, vjp (\v -> jvp f v e) v 1)

-- Arrays of sums and of tuples, of several dimensions, and of what has no numbers.
type mixed = #a f64 | #b i32 [2]f64
-- ==
-- entry: nested_arrays
-- input { }
-- output { [3.0, 0.0, 0.0, 0.0, 2.0, 3.0] [10.0, 110.0] [1.0, 3.0] [7.0, 8.0] [2i32, 4i32] 2i64 }
entry nested_arrays =
  let sums : [2]mixed = [#a 3, #b 1 [2, 3]]
  let total (m: mixed) : f64 = match m case #a x -> x case #b _ xs -> f64.sum xs
  let pairs = [[(1.0, 2i32), (3, 4)]]
  let (xs, is) = unzip (flatten (unravel pairs [7.0, 8]))
  in ( ravel sums : []f64, map total (unravel sums [10.0, 20, 30, 40, 50, 60])
     , ravel pairs : []f64, xs, is, length (unravel [(), ()] ([] : [0]f64)) )
