-- Loops that overwrite an array and read views of it: on the way back, when the array has been put
-- back, its views are taken again. Folds of them, in maps, are loops there, too.
-- ==
-- entry: slices folds branches
-- input { 3i64 } output { true }
-- input { 5i64 } output { true }
-- ==
-- entry: places_in_branches
-- input { 4i64 } output { true }

def close [n] (a: [n]f64) (b: [n]f64) : bool =
  and (map2 (\x y -> f64.abs (x - y) <= 1e-9 * (1 + f64.abs x)) a b)

-- Reverse mode against forward mode, in every direction.
def agree [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64) : bool =
  let ws = map (\i -> 1 + 0.1 * f64.i64 i) (iota m)
  let unit i = map (\j -> f64.bool (i == j)) (iota n)
  in close (vjp f x ws) (map (\i -> f64.sum (map2 (*) ws (jvp f x (unit i)))) (iota n))

def numbers (n: i64) : [n]f64 = map (\i -> 0.3 + 0.1 * f64.i64 (i * 7 % 11)) (iota n)

def factorise [n] (x: [n * n]f64) : [n * n]f64 =
  let a = tabulate_2d n n (\i j -> (unflatten x)[i, j] + f64.bool (i == j) * f64.i64 (2 * n))
  in flatten (loop a = a for j < n do
       let row = copy a[j, :j]
       let a = a with [j, j] = f64.sqrt (a[j, j] - f64.sum (map (** 2) row))
       let below = map (\r -> (r[j] - f64.sum (map2 (*) r[:j] row)) / a[j, j]) a[j + 1:]
       in a with [j + 1:, j] = below)

entry slices (n: i64) = agree (factorise : [n * n]f64 -> [n * n]f64) (numbers (n * n))

def folded [n] (x: [n]f64) : [3 * n]f64 =
  flatten (map (\z -> loop m = map (+ z) x for i < n do
                        let m = m with [0] = m[i]
                        let s = reduce (\p q -> p * q + 0.1 * (p + q)) 1 (reverse m)
                        let t = f64.product m[i:]
                        let m = m with [i] = f64.sin s
                        in m with [n - 1 - i] = (scan (\p q -> p + 0.5 * q) 0 m[:i + 1])[i] + t)
               [0.0, 0.1, 0.2])

entry folds (n: i64) = agree (folded : [n]f64 -> [3 * n]f64) (numbers n)

def chosen [n] (x: [n]f64) : [3 * n]f64 =
  flatten (map (\z -> loop m = map (+ z) x for i < n do
                        let s = f64.product m[i:]
                        in loop m = m for k < i do
                             if i % 2 == 0 then m with [0] = f64.sin s
                             else m with [1] = s * m[k])
               [0.0, 0.1, 0.2])

entry branches (n: i64) = agree (chosen : [n]f64 -> [3 * n]f64) (numbers n)

-- A place that a branch computes, and later the iteration around its loop.
def placed [n] (x: [n * n]f64) : [n * n]f64 =
  flatten (loop m = copy (unflatten x) for i < n do
             let m = loop m = m for j < n do
               let s = f64.sum (map f64.sin m[j])
               in loop m = m for _k < i do
                    if i % 2 == 1 then m with [0, (i + 3) % n] = 0.5
                    else m with [1, 0] = s * m[i, 0]
             let v = (i + 3) % n
             in m with [v, v] = 0.1)

entry places_in_branches (n: i64) = agree (placed : [n * n]f64 -> [n * n]f64) (numbers (n * n))
