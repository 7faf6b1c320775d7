-- What loops keep in branches of loops, inside of folds of few elements and of many: machine code has
-- such folds twice, of which one runs.
-- ==
-- entry: agrees
-- input { 6i64 30i64 5i64 7i64 } output { true }
-- input { 6i64 256i64 5i64 7i64 } output { true }
-- input { 6i64 257i64 5i64 7i64 } output { true }
-- input { 3i64 300i64 9i64 40i64 } output { true }
-- input { 2i64 5000i64 4i64 5i64 } output { true }
-- ==
-- entry: flat
-- input { 6i64 30i64 5i64 7i64 } output { true }
-- input { 3i64 300i64 9i64 20i64 } output { true }

def steps [p] (k: i64) (a: f64) (row: [p]f64) : f64 =
  f64.sum (loop r = map (* a) row for i < k do
    if r[i % p] > 0
    then loop r for j < p - 1 do r with [j + 1] = f64.sin (a * r[j] + r[j + 1])
    else map (\x -> 0.3 - x) r)

-- As many inner steps as the outer one says.
def triangle [p] (k: i64) (a: f64) (row: [p]f64) : f64 =
  f64.sum (loop r = map (* a) row for i < k do
    if r[i % p] > 0
    then loop r for j < i % p do r with [j + 1] = f64.sin (a * r[j] + r[j + 1])
    else map (\x -> 0.3 - x) r)

def some (l: i64) (m: i64) (p: i64) : [l][m][p]f64 =
  tabulate_3d l m p (\i j k -> f64.sin (f64.i64 (i * 7 + j * 3 + k)))

-- Forward mode keeps nothing.
def same [l] [m] [p] (f: f64 -> [p]f64 -> f64) (xs: [l][m][p]f64) : bool =
  let all a = f64.sum (map (\rows -> f64.sum (map (f a) rows)) xs)
  let (back, forth) = (vjp all 0.9 1, jvp all 0.9 1)
  in f64.abs (back - forth) <= 1e-9 * (1 + f64.abs forth)

entry agrees (l: i64) (m: i64) (p: i64) (k: i64) : bool = same (steps k) (some l m p)
entry flat (l: i64) (m: i64) (p: i64) (k: i64) : bool = same (triangle k) (some l m p)
