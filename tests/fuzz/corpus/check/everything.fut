-- | A little of everything that is checked and lowered.
type point = {x: f64, y: f64}
type shape 'a = #circle a f64 | #square a | #empty
module type monoid = {type t val zero : t val add : t -> t -> t}
module mk (m: monoid) = {def total [n] (xs: [n]m.t) : m.t = reduce m.add m.zero xs}
module sums : {val total [n] : [n]f64 -> f64} = mk {type t = f64 def zero : t = 0 def add (x: t) y : t = x + y}
def area (s: shape point) : f64 =
  match s case #circle _ r -> r * r case #square p -> p.x * p.y case #empty -> 0
def twice 'a (f: a -> a) (x: a) = f (f x)
def rows [n] [m] (a: [n][m]f64) : [m][n]f64 = transpose (map (map (* 2)) a)
def grow (n: i64) : ?[k].[k]i64 = filter (> 2) (iota n)
def fill [n] (xs: *[n]i64) : *[n]i64 = loop xs for i < n do xs with [i] = i * 2
def count (is: []i64) = reduce_by_index (replicate 4 0i32) (+) 0 is (map (const 1) is)
def parts (p: point) = let {x, y} = p with x = 3 in (x, [y, x])
def fact (n: i64) : i64 = if n < 2 then 1 else n * fact (n - 1)
def gradient (p: point) = vjp (\q -> sums.total [q.x * q.x, f64.sin q.y]) p 1
def prefix [n] (xs: [n]i32) = scan (i32.max) i32.lowest (xs[::-1])[0:n / 2]
def pairs = zip (iota 3) (tabulate 3 f32.i64) |> unzip
entry main (n: i64) (v: f64) =
  let ys = map (\i -> twice (+ i) 1) (grow n)
  let (a, b) = loop (a, b) = (0f64, n) while b > 0 do (a + v, b - 1)
  in (ys, a, count ys, area (#circle {x = v, y = a} 2), fill (copy ys), gradient {x = a, y = v})
