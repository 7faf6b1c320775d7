-- What each of two engines loads.
def energy [n] (xs: [n]f64) : f64 = f64.sum (map (\x -> x * x) xs)

-- The sum of a gradient whose accumulators several threads share.
def gathered (n: i64) : f64 =
  let pick (xs: [64]f64) = f64.sum (map (\i -> xs[i % 64] * xs[i % 64]) (iota n))
  in f64.sum (vjp pick (replicate 64 1.0) 1.0)

def bins (n: i64) : i64 =
  i64.sum (reduce_by_index (replicate 16 0) (+) 0 (map (% 16) (iota n)) (iota n))

def endless (x: i64) : i64 = loop y = x while y >= 0 do (y + 1) % 1000

def large (n: i64) : []i64 = map (* 3) (iota n)
