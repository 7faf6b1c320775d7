-- Constants whose functions take arrays of any size, by all kinds of functions: what they have kept
-- is computed once.
-- ==
-- input { 4i64 }
-- output { 15.0 25.0 60.0 50.0 24.0 2i64 10.0 100.0 64.0 [2.0, 2.0] [0.0, 14.0, 38.0, 72.0]
--          [20.0, 52.0] 15.0 50.0 60.0 102.0 [15.0, 25.0, 35.0] 50.0 }

def dot [n] (k: f64) (xs: [n]f64) : f64 = k * f64.sum xs / f64.i64 n
def poly [n] 'a (k: f64) (_: [n]a) : (i64, f64) = (n, k)
def tab = map f64.i64 (iota 5)
def a = let k = f64.sum tab in {predict = dot k, k}
def b = let k = f64.sum tab in let scale (ys: []f64) = map (* k) ys in {predict = \xs -> scale xs |> f64.sum, k}
def c = let k = f64.sum tab in let both [m] (ys: [m]f64) (zs: [m]f64) = f64.sum (map2 (*) ys zs) + k in {predict = both}
def d = let k = f64.sum tab in {predict = poly k}
module m (p: {val k: f64}) = { def q = let k = p.k * f64.sum tab in {predict = \xs -> k * f64.sum xs} }
module given = m {def k = 2f64}
def e : {predict: (n: i64) -> [n]f64 -> f64} = let k = f64.sum tab in {predict = \n (xs: [n]f64) -> k * f64.sum xs + f64.i64 n}
def f = let ks = map (* 2) tab in {predict = \(xss: [][]f64) -> map (\xs -> map2 (*) (take 2 (xs ++ [0,0])) (take 2 ks) |> f64.sum) xss}
def g [n] : {predict: [n]f64 -> [n]f64} = let k = f64.sum tab in {predict = \xs -> let ys = scan (+) 0 xs in map2 (\x i -> x * k + f64.i64 (i * n)) ys (iota n)}

def composed = {predict = a.predict, k = 2f64}
def deep = {inner = b}
def opt [n] : #some ([n]f64 -> f64) f64 | #none = let k = f64.sum tab in #some (\xs -> k * f64.sum xs) k
def pk [n] : {g: [n][n]f64 -> f64, k: f64} = let k = f64.sum tab in {g = \xss -> k * f64.sum (map f64.sum xss) + f64.i64 n, k}

entry main (n: i64) =
  let xs = map f64.i64 (iota n)
  let ys = filter (> 1) xs
  in ( a.predict xs
     , a.predict ys
     , b.predict xs
     , b.predict ys
     , c.predict xs xs
     , (d.predict ys).0
     , (d.predict ys).1
     , given.q.predict ys
     , e.predict n xs
     , f.predict [xs, xs]
     , g.predict xs
     , g.predict ys
     , composed.predict xs
     , deep.inner.predict ys
     , (match opt
        case #some f k -> f ys + k
        case #none -> 0)
     , pk.g [[1, 2], [3, 4]]
     , map (\i -> a.predict (map (+ f64.i64 i) xs)) (iota 3)
     , vjp (\x -> f64.sum (g.predict [x, x, 1])) 2 1 )
