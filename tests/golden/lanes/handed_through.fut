-- Branches that hand an array through on one side, where the other side has done with it: some rows
-- go one way, some the other.

def rows (m: i64) : [m][8]f64 = tabulate_2d m 8 (\i j -> f64.i64 ((i * 7 + j * 5) % 11) - 5)

-- The other side's array is made where the first one was.
def turned (i: i64) (x: [8]f64) : [8]f64 =
  let a = map (* 2) x
  let b = map (+ 1) x
  in if i % 3 == 0 then b
     else let c = map2 (+) b a
          let d = loop c for k < 3 do map f64.sin (rotate k c)
          let e = map2 (\p q -> p * q - f64.i64 i) d (rotate 1 d)
          in map2 (-) e d

-- Both sides give two, and one of them goes on with the other's.
def crossed (i: i64) (x: [8]f64) : ([8]f64, [8]f64) =
  let a = map (* 2) x
  let b = map (+ 1) x
  in if x[0] > 0 then (b, a)
     else let c = loop a for k < 2 do map (* 1.5) (rotate k a)
          let d = loop b = b for k < i % 3 do b with [k] = c[k]
          in (map2 (+) c d, map2 (\p q -> p - q) d c)

-- The state of a loop, in a second derivative.
def layers (w: [4][8][8]f64) (x: [8]f64) : f64 =
  f64.sum (loop h = x for l < 4 do
             if f64.sum h > 1 then h
             else map2 (\r b -> b + f64.tanh (f64.sum (map2 (*) r h))) w[l] h)

def alike [m] [n] (a: [m][n]f64) (b: [m][n]f64) : bool =
  and (map2 (\r s -> and (map2 (\p q -> f64.abs (p - q) <= 1e-12 * (1 + f64.abs p)) r s)) a b)

-- ==
-- tags { threads }
-- entry: main
-- input { 1i64 } output { true true true true }
-- input { 40i64 } output { true true true true }
-- input { 700i64 } output { true true true true }
entry main (m: i64) =
  let xs = rows m
  let each f = tabulate m (\i -> f i xs[i])
  let one f = loop out = replicate m (replicate 8 0) for i < m do out with [i] = f i (copy xs[i])
  let w = tabulate_3d 4 8 8 (\i j k -> 0.3 * f64.sin (f64.i64 (i * 64 + j * 8 + k)))
  let loss xs = f64.sum (map (layers w) xs)
  let along = map (map (\x -> 0.5 * x + 0.3)) xs
  let small = map (map (* 0.2)) xs
  in ( alike (each turned) (one turned)
     , alike (each (\i x -> (crossed i x).0)) (one (\i x -> (crossed i x).0))
     , alike (each (\i x -> (crossed i x).1)) (one (\i x -> (crossed i x).1))
     , alike (jvp (\xs -> vjp loss xs 1) small along)
             (one (\i _ -> jvp (\x -> vjp (layers w) x 1) small[i] along[i])) )
