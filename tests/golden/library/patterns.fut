-- What depends on what, and Jacobians that make use of it.
import "ad"

def near [m] [n] (a: [m][n]f64) (b: [m][n]f64) : bool =
  and (map2 (\a b -> and (map2 (\a b -> f64.abs (a - b) <= 1e-9 * f64.max 1 (f64.abs b)) a b)) a b)

-- Is the compressed Jacobian the whole one, by at most so many colours?
def compresses [m] [n] (colours: i64) (f: [n]f64 -> [m]f64) (x: [n]f64) : bool =
  let pattern = jacobian_pattern f x :> [m][n]bool
  let whole = jacfwd f x :> [m][n]f64
  let inside = map2 (map2 (\p d -> p || d == 0)) pattern whole
  in near (jacobian_compressed pattern f x) whole && and (map and inside)
     && (colouring pattern).0 <= colours

-- At 0 all slopes are 0; that is no matter. Constants depend on nothing.
-- ==
-- entry: small
-- input { [0.0, 0.0] } output { [[true, true], [false, true], [false, false], [false, false]] }
entry small (x: [2]f64) =
  jacobian_pattern (\(x: [2]f64) -> [x[0] * x[1], 0 * x[0] - x[1] * x[1], 2, f64.floor x[0]]) x

-- A cancelled sum, a maximum, whichever is larger, and an absolute value at its kink.
-- ==
-- entry: kinks
-- input { [1.0, 2.0] }
-- output { [[true, true], [true, true], [true, true], [true, false], [true, true]] }
entry kinks (x: [2]f64) =
  jacobian_pattern (\(x: [2]f64) ->
                      [ (x[0] + x[1]) - x[1] * 1, f64.max x[0] x[1], f64.maximum x
                      , f64.abs (x[0] - 1), f64.product x ]) x

-- The branch that is taken.
-- ==
-- entry: branches
-- input { 1.0 2.0 } output { [[true, false]] }
-- input { -1.0 2.0 } output { [[false, true]] }
entry branches (a: f64) (b: f64) =
  jacobian_pattern (\(a, b) -> if a > 0 then f64.sin a else b * b) (a, b)

-- Folds: a scan's elements depend on those before, a histogram's bins on what falls into them.
-- ==
-- entry: folds
-- input { }
-- output { [[true, false, false], [true, true, false], [true, true, true]]
--          [[true, false, false], [true, true, false], [true, true, true]]
--          [[true, false, true], [false, true, false]]
--          [[true, true, true]]
--          [[false, false, true], [false, true, false], [true, false, false]] }
entry folds =
  let x = [0.0, 3, 2]
  in ( jacobian_pattern (scan (+) 0) x
     , jacobian_pattern (scan (*) 1) x
     , jacobian_pattern (\x -> hist (+) 0 2 [0, 1, 0] x) x
     , jacobian_pattern f64.sum x
     , jacobian_pattern reverse x )

-- Any type by any type; other floats and integers on the way.
-- ==
-- entry: types
-- input { } output { [[true, false, true], [false, true, false]] [[true], [true]] [[true, true]] }
entry types =
  let f (p: {w: [2]f64, b: f64, n: i32}) = (p.b * p.w[1], p.n + 1, {c = f64.exp p.w[0]})
  in ( jacobian_pattern f {w = [1.0, 2], b = 3.0, n = 4}
     , jacobian_pattern (\(x: f64) -> (f64.f32 (f32.f64 x), f64.f16 (f16.f64 (x * x)))) 2
     , jacobian_pattern (\xs -> f64.sum (map (\i -> xs[i % 2]) (iota 300))) [1.0, 2.0] )

-- Loops, recursion, rules of one's own, derivatives inside.
def power (x: f64) (n: i64) : f64 = if n == 0 then 1 else x * power x (n - 1)
-- ==
-- entry: further
-- input { [1.0, 2.0, 3.0] }
-- output { [[true, true, false], [true, false, false], [false, false, true]]
--          [[false, true, false], [true, false, false], [false, false, false]] }
entry further (x: [3]f64) =
  let diffuse (x: [3]f64) = loop x = copy x for i < 2 do x with [i % 2] = x[i % 2] * x[1 - i % 2] / 2
  let own (x: f64) = with_jvp (\x -> x * x) (\x dx -> 2 * x * dx) x
  in ( jacobian_pattern (\x -> let y = diffuse x in [y[0], power x[0] 3, own x[2]]) x
     , jacobian_pattern (\(x: [3]f64) -> grad (\(x: [3]f64) -> x[0] * x[1] + stop_gradient x[2] + x[2]) x) x )

-- Three diagonals take three directions, whatever their length; a dense row takes one for each.
-- ==
-- entry: compressed
-- input { } output { true true true true true }
entry compressed =
  let x = tabulate 30 (\i -> 1 + f64.sin (f64.i64 i))
  let rows [n] (x: [n]f64) =
    tabulate n (\i -> (if i > 0 then x[i - 1] * x[i] else x[i]) + (if i < n - 1 then x[i + 1] ** 2 else 0))
  let arrow [n] (x: [n]f64) = tabulate n (\i -> if i == 0 then f64.sum x else x[i] * x[0])
  let none : [0]f64 = []
  in ( compresses 3 rows x, compresses 30 arrow x, compresses 1 (map f64.sin) x
     , compresses 1 (\_ -> [2.0]) x, compresses 0 (\x -> x) none )

-- ==
-- entry: colours
-- input { } output { 2i64 [0i64, 1i64, 0i64] 0i64 1i64 [0i64, 0i64] }
entry colours =
  let (count, colours) = colouring [[true, true, false], [false, true, true]]
  let none : [2][0]bool = [[], []]
  let (one, same) = colouring ([] : [0][2]bool)
  in (count, colours, (colouring none).0, one, same)

-- ==
-- entry: in_f32
-- input { 2f32 3f32 } output { [[true, true], [false, true]] [[3f32, 2f32], [0f32, 1f32]] }
entry in_f32 (x: f32) (y: f32) =
  let f (x: f32, y: f32) = [x * y, y]
  let pattern = ad_f32.jacobian_pattern f (x, y)
  in (pattern, ad_f32.jacobian_compressed pattern f (x, y))

-- Where the Jacobian is not 0 at a point with nothing special about it, there is a dependence, and the
-- other way round: in folds, histograms, accumulators, updates and streams alike.
def exact [m] [n] (f: [n]f64 -> [m]f64) (x: [n]f64) : bool =
  let pattern = jacobian_pattern f x :> [m][n]bool
  in and (map and (map2 (map2 (\p d -> p == (d != 0))) pattern (jacfwd f x :> [m][n]f64)))

-- ==
-- entry: constructs
-- input { [0.67, 1.22, 0.08, 0.3, 1.06, 0.93] }
-- output { [true, true, true, true, true, true, true, true, true, true, true, true, true] }
entry constructs (x: [6]f64) =
  let pairs (x: [6]f64) = zip (iota 6) x
  let add (acc: *intrinsics.acc ([3]f64)) (i: i64, v: f64) =
    intrinsics.acc_write acc (i % 3) (v * v)
  let times a b = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
  let matrix (x: [6]f64) = unflatten (x :> [2 * 3]f64)
  in [ exact (\x -> flatten (times (matrix x) (transpose (matrix x)))) x
     , exact (\x -> scatter (replicate 4 0) [0, 2, 2, 9, 1, 0] (map f64.exp x)) x
     , exact (\x -> reduce_by_index (replicate 3 1) (*) 1 [0, 1, 0, 2, 2, 5] x) x
     , exact (\x -> [(loop (s, i) = (x[0], 0) while i < 3 do (s * x[i] + f64.sin s, i + 1)).0]) x
     , exact (\x -> intrinsics.hist_stream (replicate 3 0) (+) 0 add (pairs x)) x
     , exact (\x -> scan (\a b -> a * b + 1) 1 (map (\i -> if i > 0 then x[i - 1] * x[i] else 2) (iota 6))) x
     , exact (\x -> reduce (map2 (+)) (replicate 3 0) (matrix x)) x
     , exact (\x -> flatten (scan (map2 (*)) (replicate 3 1) (matrix x))) x
     , exact (\x -> grad (\x -> f64.sum (scan (*) 1 x)) x) x
     , exact (\x -> grad (\(x: [6]f64) -> f64.sum (map (\i -> x[i] * x[(i * 2) % 6]) (iota 6))) x) x
     , exact (\x -> let (a, ys) = stream_seq (\k a (c: [k]f64) -> (a + f64.sum c, map (* a) c)) 1 x
                    in [a] ++ ys) x
     , exact (\x -> [f64.atan2 x[0] x[1], x[2] ** x[3], f64.fma x[4] x[5] 1, power x[1] 3]) x
     , exact (\x -> loop x = copy x for i < 3 do x with [i + 1] = x[i] * x[i + 2]) x
     ]
