-- Constants that hold functions: the data in them, and those that their functions refer to, are
-- computed in one place.
-- ==
-- entry: main
-- input { 2.0 }
-- output { 74.0 24.0 11.0 10.0 5.0 [2.0, 6.0, 10.0, 14.0] [1.0, 3.0, 5.0, 7.0] 79.0 3 7i64
--          [1.0, 3.0, 5.0, 7.0] }
-- ==
-- entry: slope
-- input { 2.0 } output { 17.0 }
-- ==
-- entry: written
-- input { 2.0 } output { 10.5 [12.0, 3.5] 24.0 [1, 1, 1] }
-- ==
-- entry: of_any_type
-- input { 2.0 [5i32, 6i32] }
-- output { 6.0 [5, 6] true 18.0 3i64 [2.0, 2.0, 2.0] 9.0 [[5, 6], [5, 6]] 4.0 0i64 }
-- ==
-- entry: slope_of_any_type
-- input { 2.0 } output { 15.0 }
-- ==
-- entry: data_of_any_type
-- input { 3.0 4i64 }
-- output { [3.0] [true] 1i64 3.0 [0.0f32, 0.0f32] [[3.0, 3.0]] 0i64 12.0
--          [[0i64, 1i64, 2i64, 3i64]] [2, 2, 2, 2] [3i64, 0i64, 0i64, 4i64] 3.0 5.0 [4i64] }
-- ==
-- entry: slope_of_data_of_any_type
-- input { 3.0 } output { 15.0 }
-- ==
-- entry: of_any_size
-- input { 3.0 [1.0, 2.0, 4.0] 1i64 }
-- output { 63.0 [10.0, 37.0] 42.0 3i64 4i64 2i64 [0.0, 3.0] 6i64 [9.0, 9.0] 24.0 }
-- input { 3.0 empty([0]f64) 0i64 }
-- output { 0.0 empty([0]f64) 0.0 0i64 1i64 0i64 empty([0]f64) 0i64 empty([0]f64) 24.0 }
-- ==
-- entry: slope_of_any_size
-- input { 3.0 } output { 576.0 }
-- ==
-- entry: numbers_of_any_type
-- input { } error: How many numbers are in this is not known here

def products (tag: i64) (n: i64) = map (\i -> f64.i64 (i * tag)) (iota n)
def adder (k: f64) = \(x: f64) -> x + k

def p =
  let xs = products 2 4
  let n = length xs
  in { at = \(i: i64) -> xs[i]
     , dot = \(ys: [4]f64) -> f64.sum (map2 (*) xs ys)
     , add = adder (f64.sum xs)
     , sized = \(k: i64) -> k + n
     , n
     , d = map (+ 1) xs }

-- Of others, chosen, composed, partly applied.
def q =
  { inner = p
  , twice = p.add >-> p.add
  , sum = f64.sum p.d + p.at 3
  , op = (i32.+)
  , pick = \(b: bool) -> if b then copy p.d else map (* 2) p.d }

def kinds : #fn (f64 -> f64) f64 | #none = #fn (\x -> x * p.d[1]) (p.d[2])

module m = { def r = let z = products 5 2 in { h = \(x: f64) -> x * z[1], z = z[1] } }

-- Sizes, local functions and loops.
def scaled = let ys = p.d in let scale (s: f64) = map (* s) ys in { scale, first = scale 1 }
def looped = { f = \(x: f64) -> loop a = x for i < p.n do a * p.at i + 1 }

entry main (x: f64) =
  let a = p.dot (replicate 4 x) + q.twice x + q.sum + q.inner.at 1
  let b = f64.sum (map (\i -> p.at i * x) [0, 1, 2, 3])
  let c = match kinds case #fn f y -> f x + y case #none -> 0
  in ( a, b, c, m.r.h x, m.r.z, scaled.scale x, copy scaled.first, looped.f x, q.op 1 2, p.sized 3
     , q.pick (x > 1) )

entry slope (x: f64) =
  vjp (\x -> p.dot (replicate 4 x) + q.twice x * scaled.first[2] + looped.f x) x 1

-- Numbers that are written beside functions, some that its functions have, too, and the same twice.
def rates = let rate = 1.5 in { step = \(x: f64) -> x * rate, rate, again = rate, n = 3i64, on = true }
def net = { act = \(x: f64) -> x * x, layer = { w = 2.0f64, tables = [3.5f64, 1.0], n = rates.n }
          , sum = (#some 2.0f64 : #some f64 | #none) }
def picked : #fn (f64 -> f64) f64 | #none f64 f64 = #fn (\x -> x * 2) 2.0

entry written (x: f64) =
  let a = if rates.on then rates.step x * rates.again + rates.rate * x * 2 else 0
  let b = loop y = x for _i < net.layer.n do y + net.layer.w * (match net.sum case #some k -> k / 2 case #none -> 0) + 4 / 3
  let c = match picked case #fn f k -> f (k * x) * 3 case #none p q -> p + q
  in (a, [b, net.layer.tables[0]], c, map i32.i64 (replicate net.layer.n 1))

-- Of any type, where only the functions have to do with it, or data that are empty, too.
def any = let xs = products 3 3 in { same = \x -> x, first = \x _ -> x, xs, k = f64.sum xs, beside = \x -> (x, xs[1]) }
def often = let n = length any.xs in { times = \x -> map (\_ -> x) any.xs, n }
def composed = { both = any.same >-> any.same, chosen = any.first 1.0, k = any.k }
def paired = let pair x = (x, copy x) let k = any.k / 3 in { pair, k, twice = \x -> [x, x] }
def nothing = let none = [] in { add = \x -> none ++ [x], none, n = 4.0 }

entry of_any_type (x: f64) (is: [2]i32) =
  let (a, b) = any.beside x
  let (c, d) = paired.pair x
  in ( a * b, any.same is, any.same true, any.k * x, often.n, often.times x
     , composed.both any.k * composed.chosen is + c - d, paired.twice is, (nothing.add x)[0] * 2 + nothing.n - 4
     , length (nothing.none : [0]i32) )

entry slope_of_any_type (x: f64) =
  vjp (\x -> any.same x * (any.beside x).1 * 2 + composed.both (composed.k * x)) x 1

-- Data of any type: empty arrays, in others, beside others, and constructors that are not chosen.
type opt 't = #none | #some t
def empties 't : {e: [0]t, o: opt t, os: [2](opt (t, f64)), f: t -> [1]t, d: f64, n: i64} =
  let e = [] let n = length e
  in {e, o = #none, os = [#none, #none], f = \x -> e ++ [x] :> [1]t, d = f64.sum (products 4 4), n}
def two_types 'a 'b : {m: [3][0]a, z: [0](a, b), u: [2](), f: a -> b -> [1](a, b)} =
  let m = replicate 3 []
  in {m, z = [], u = [(), ()], f = \x y -> zip (flatten m ++ [x] :> [1]a) [y]}
def no_function 't : ([0]t, f64) = ([], empties.d / 2)
def lifted '^t : {o: opt t, d: f64} = {o = #none, d = 5}
def holding = {inner = empties, e = [], h = \x -> (empties.f x, 1i32)}
def counted 't : {o: opt t, n: i64} = let o: opt t = #none in {o, n = length (ravel o : []f64)}

entry data_of_any_type (x: f64) (n: i64) =
  let b = match empties.o case #none -> x case #some y -> y
  let os = map (\o -> match o case #none -> 0f32 case #some (y, z) -> y + f32.f64 z) empties.os
  let (e, d) = no_function
  let f = two_types.f x (replicate n 2i32)
  let lengths = [length two_types.m, length two_types.m[1], length (transpose two_types.m), length (two_types.m ++ [take 0 [x]])]
  let g = match lifted.o case #none -> x case #some h -> h x
  in ( empties.e ++ [x], empties.e ++ [true], length (empties.e ++ [(x, 2i32)]), b, os, empties.f [x, x], empties.n, d
     , e ++ [iota n], f[0].1, lengths, g, lifted.d, holding.inner.f (length (holding.e ++ [holding.h x]) + 3) )

entry slope_of_data_of_any_type (x: f64) =
  vjp (\x -> (empties.f x)[0] * empties.d * (match empties.os[1] case #none -> x / 9.6 case #some (y, z) -> y * z)) x 1

entry numbers_of_any_type = counted.n

-- Of any size, as long as the data have nothing to do with it: the model of `model.predict xs`.
def model =
  let k = f64.sum (products 3 3)
  in {predict = \xs -> k * f64.sum xs, add = adder k}
def steps = let k = f64.sum (products 3 3) in {of = \(ys: []f64) -> map (\y -> y * k + 1) ys}
def deep =
  let k = f64.sum (products 3 3)
  in {inner = {sum = \ys -> let zs = map (* 2) ys in k * f64.sum zs}}

-- Sizes that the functions use, that are named again, and that take part in data.
def used [n] : {count: [n]f64 -> i64, k: f64} = {count = \_ -> n, k = f64.sum (products 1 4)}
def named [n] : {next: [n]f64 -> i64, k: f64} =
  let m = n in {next = \_ -> m + 1, k = f64.sum (products 1 4)}
def data [n] : {count: [n]f64 -> i64, k: i64} =
  let m = n + 0 in {count = \_ -> m, k = m * i64.f64 (f64.sum (products 1 4))}
def zeros [n] : {like: [n]f64 -> [n]f64, k: f64} =
  {like = \xs -> map2 (+) (map f64.i64 (iota n)) (map (* 0) xs), k = f64.sum (products 1 4)}
def other [n] : {twice: [n]f64 -> [n]f64 -> i64} = {twice = \_ -> \_ -> 2 * n}
def both = let k = f64.sum (products 3 3) in {rows = \xs -> (map (\_ -> k) xs, xs)}

entry of_any_size (x: f64) (xs: []f64) (i: i64) =
  let ys = drop i xs
  in ( model.predict xs
     , steps.of (take i xs ++ take i (reverse xs))
     , deep.inner.sum xs / x
     , used.count xs
     , named.next xs
     , data.count ys
     , map (* x) (zeros.like ys)
     , other.twice xs xs
     , (both.rows ys).0
     , model.predict [1, 2] - x )

entry slope_of_any_size (x: f64) = vjp (\x -> model.predict [x, 1] * (steps.of [x])[0]) x 1
