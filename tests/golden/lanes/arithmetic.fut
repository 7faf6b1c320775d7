-- Arithmetic of lanes, with coefficients that are the same in all of them on every side: the bits
-- that a loop over the numbers gives.
-- ==
-- entry: doubles
-- input { 7i64 } output { true }
-- input { 64i64 } output { true }
-- input { 1100i64 } output { true }
-- ==
-- entry: singles
-- input { 7i64 } output { true }
-- input { 128i64 } output { true }
-- input { 1100i64 } output { true }
-- ==
-- entry: wholes
-- input { 7i64 } output { true }
-- input { 1100i64 } output { true }
-- ==
-- entry: small
-- input { 7i64 } output { true }
-- input { 1100i64 } output { true }

def same [n] 'a 'b (bits: a -> b) (equal: b -> b -> bool) (zero: a) (f: a -> a) (xs: [n]a) : bool =
  let ys = map f xs
  let zs = loop zs = replicate n zero for i < n do zs with [i] = f xs[i]
  in and (map2 (\y z -> equal (bits y) (bits z)) ys zs)

-- Roots, divisions that differ by a sign, sums of products with a coefficient in each place.
entry doubles (n: i64) : bool =
  let f (k: f64) (x: f64) =
    let (a, b) = (k - x, x * k)
    let d = f64.sqrt (a * a + b * b + 0.01)
    in k * a + b - (x * k - d) + (-1 / d) * (1 / d) + f64.min k (a * x + k) - (-a - a) / k
  let xs = map (\i -> f64.i64 i / 7 - 3) (iota n)
  in and (map (\k -> same f64.to_bits (==) 0 (f k) xs) [0.5, 3.0, -2.0])

entry singles (n: i64) : bool =
  let f (k: f32) (x: f32) =
    let (a, b) = (k - x, x * k)
    let d = f32.sqrt (a * a + b * b + 0.01)
    in k * a + b - (x * k - d) + (-1 / d) * (1 / d) + f32.max k (a * x + k) - (-a - a) / k
  let xs = map (\i -> f32.i64 i / 7 - 3) (iota n)
  in and (map (\k -> same f32.to_bits (==) 0 (f k) xs) [0.5, 3.0, -2.0])

entry wholes (n: i64) : bool =
  let f (k: i64) (x: i64) = k * (x - k) + x - (k - x * x) * k
  let g (k: i32) (x: i32) = k * (x - k) + x - (k - x * x) * k
  in same id (==) 0 (f 12345678901) (iota n) && same id (==) 0 (g 123456) (map i32.i64 (iota n))

-- Vectors of three in each lane, by branches and updates.
entry small (n: i64) : bool =
  let f (x: f64) =
    let v = if x < 0 then [x, 1, x * x] else replicate 3 0 with [1] = x
    let w = map2 (\a b -> a * x - b) v (copy v with [2] = 2)
    in f64.sum (map (\a -> a * a) w) - w[1]
  in same f64.to_bits (==) 0 f (map (\i -> f64.i64 i / 7 - 3) (iota n))
