-- What inner iterations compute that is the same in all outer ones is computed before those, as an
-- array, and differentiated there. Each function stands here as a user writes it, and with that array
-- written out: values and derivatives are the same.
import "lib/check"

def numbers (n: i64) (by: i64) : [n]f64 = map (\i -> 0.7 * f64.sin (f64.i64 (by * i + 1))) (iota n)
def table (n: i64) (m: i64) (by: i64) : [n][m]f64 =
  tabulate_2d n m (\i j -> 0.6 * f64.cos (f64.i64 (by * i + 3 * j + 1)))

-- Interactions of pairs: of maps, of loops below and above the diagonal, of maps of several lengths.
def pairs [n][k][d] (x: [n][k]f64) (v: [k][d]f64) : f64 =
  f64.sum (map (\r ->
    f64.tanh (f64.sum (map2 (\a p -> f64.sum (map2 (\b q -> a * b * f64.sum (map2 (*) p q)) r v)) r v))) x)
def below [n][k][d] (x: [n][k]f64) (v: [k][d]f64) : f64 =
  f64.sum (map (\r ->
    f64.tanh (loop s = 0 for i < k do
      loop s for j < i do s + r[i] * r[j] * f64.sum (map2 (*) v[i] v[j]))) x)
def above [n][k][d] (x: [n][k]f64) (v: [k][d]f64) : f64 =
  f64.sum (map (\r ->
    f64.tanh (loop s = 0 for i < k do
      loop s for j in i + 1..<k do s + r[i] * r[j] * f64.sum (map2 (*) v[i] v[j]))) x)
def ragged [n][k][d] (x: [n][k]f64) (v: [k][d]f64) : f64 =
  f64.sum (map (\r ->
    f64.tanh (f64.sum (map (\i ->
      f64.sum (map (\j -> r[i] * r[j] * f64.sum (map2 (*) v[i] v[j])) (iota i))) (iota k)))) x)
def beyond [n][k][d] (x: [n][k]f64) (v: [k][d]f64) : f64 =
  f64.sum (map (\r ->
    f64.tanh (loop s = 0 for i < k do
      loop s for j < i + 1 do s + r[i] * f64.exp (v[j, 0] * v[i, d - 1]))) x)

def products [k][d] (v: [k][d]f64) : [k][k]f64 =
  tabulate_2d k k (\i j -> f64.sum (map2 (*) v[i] v[j]))
def weighed [n][k] (holds: i64 -> i64 -> bool) (x: [n][k]f64) (w: [k][k]f64) : f64 =
  f64.sum (map (\r ->
    f64.tanh (loop s = 0 for i < k do
      loop s for j < k do if holds i j then s + r[i] * r[j] * w[i, j] else s)) x)

-- Rows of features; in a loop, whose state they do not depend on; under a `while`.
def features [m][d] (w: [m][d]f64) (p: [d]f64) : [m]f64 = map (\r -> f64.tanh (f64.sum (map2 (*) r p))) w
def kernels [n][d][m] (x: [n][d]f64) (w: [m][d]f64) : f64 =
  f64.sum (map (\a ->
    f64.sum (map (\b -> f64.exp (-(f64.sum (map2 (\p q -> (p - q) ** 2) (features w a) (features w b))))) x)) x)
def kernels_by_hand [n][d][m] (x: [n][d]f64) (w: [m][d]f64) : f64 =
  let f = map (features w) x
  in f64.sum (map (\a -> f64.sum (map (\b -> f64.exp (-(f64.sum (map2 (\p q -> (p - q) ** 2) a b)))) f)) f)
def in_loop [n][d] (x: [n][d]f64) (w: [3][d]f64) : f64 =
  loop s = 0 for i < n do
    loop s for j < 3 do s * 0.9 + f64.sin (x[i, 0] * f64.exp (f64.sum (map2 (*) w[j] w[0])))
def in_loop_by_hand [n][d] (x: [n][d]f64) (w: [3][d]f64) : f64 =
  let e = map (\r -> f64.exp (f64.sum (map2 (*) r w[0]))) w
  in loop s = 0 for i < n do loop s for j < 3 do s * 0.9 + f64.sin (x[i, 0] * e[j])
def in_while [n][d] (x: [n][d]f64) (w: [3][d]f64) : f64 =
  (loop (s, i) = (0, 0) while i < n do
     (s + f64.cos (x[i, 0] * f64.sum (map (\r -> f64.exp (f64.sum r)) w)), i + 1)).0
def in_while_by_hand [n][d] (x: [n][d]f64) (w: [3][d]f64) : f64 =
  let e = f64.sum (map (\r -> f64.exp (f64.sum r)) w)
  in (loop (s, i) = (0, 0) while i < n do (s + f64.cos (x[i, 0] * e), i + 1)).0

-- Loops in place, that are the same for all.
def factor [d] (w: [d][d]f64) : [d][d]f64 =
  loop l = tabulate_2d d d (\i j -> (if i == j then 3 else 0) + f64.sum (map2 (*) w[i] w[j])) for j < d do
    let l = l with [j, j] = f64.sqrt (l[j, j] - (loop s = 0 for k < j do s + l[j, k] ** 2))
    in loop l for i in j + 1..<d do
         l with [i, j] = (l[i, j] - (loop s = 0 for k < j do s + l[i, k] * l[j, k])) / l[j, j]
def solve [d] (l: [d][d]f64) (x: [d]f64) : f64 =
  let z = loop z = copy x for i < d do
    z with [i] = (z[i] - (loop s = 0 for k < i do s + l[i, k] * z[k])) / l[i, i]
  in f64.sum (map (** 2) z) + f64.sum (map (\i -> f64.log l[i, i]) (iota d))
def likelihood [n][d] (x: [n][d]f64) (w: [d][d]f64) : f64 = f64.sum (map (\r -> solve (factor w) r) x)
def likelihood_by_hand [n][d] (x: [n][d]f64) (w: [d][d]f64) : f64 =
  let l = factor w in f64.sum (map (solve l) x)

-- In branches, and around them.
def branches [n][d] (x: [n][d]f64) (w: [4][d]f64) : f64 =
  f64.sum (map (\r ->
    f64.sum (map (\c ->
      let size = f64.sqrt (1 + f64.sum (map (** 2) c))
      in if r[0] > c[0] then f64.sum (map2 (*) r c) / size else size * f64.exp (f64.sum c) * r[0]) w)) x)
def branches_by_hand [n][d] (x: [n][d]f64) (w: [4][d]f64) : f64 =
  let sizes = map (\c -> f64.sqrt (1 + f64.sum (map (** 2) c))) w
  let powers = map (\c -> f64.exp (f64.sum c)) w
  in f64.sum (map (\r ->
       f64.sum (map3 (\c size power ->
         if r[0] > c[0] then f64.sum (map2 (*) r c) / size else size * power * r[0]) w sizes powers)) x)

def near_pair [a][b][c][d] (p: ([a][b]f64, [c][d]f64)) (q: ([a][b]f64, [c][d]f64)) : bool =
  near_matrix p.0 q.0 && near_matrix p.1 q.1

def alike [n][k][m][d] (f: [n][k]f64 -> [m][d]f64 -> f64) (g: [n][k]f64 -> [m][d]f64 -> f64)
                       (x: [n][k]f64) (w: [m][d]f64) : bool =
  let along = (map (map (\a -> a * a - 0.3)) x, map (map (\a -> 0.2 - a * a)) w)
  let second h = jvp (\(x, w) -> vjp (\(x, w) -> h x w) (x, w) 1) (x, w) along
  let reverse h = vjp (\(x, w) -> vjp (\(x, w) -> h x w) (x, w) 1) (x, w) along
  in near (f x w) (g x w) && (vjp2 (\(x, w) -> f x w) (x, w) 1).0 == f x w
     && near_pair (vjp (\(x, w) -> f x w) (x, w) 1) (vjp (\(x, w) -> g x w) (x, w) 1)
     && near_pair (second f) (second g) && near_pair (reverse f) (second g)

-- ==
-- entry: of_pairs of_features of_loops of_branches
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 7i64 } output { true }
entry of_pairs (n: i64) =
  let x = table n 5 7
  let v = table 5 3 2
  let sum f = \x v -> weighed f x (products v)
  in alike pairs (sum (\_ _ -> true)) x v && alike below (sum (\i j -> j < i)) x v
     && alike above (sum (\i j -> j > i)) x v && alike ragged (sum (\i j -> j < i)) x v
     && alike beyond (\x v -> f64.sum (map (\r ->
          f64.tanh (loop s = 0 for i < 5 do loop s for j < 5 do
            if j <= i then s + r[i] * f64.exp (v[j, 0] * v[i, 2]) else s)) x)) x v
entry of_features (n: i64) = alike kernels kernels_by_hand (table n 4 5) (table 3 4 2)
entry of_loops (n: i64) =
  alike in_loop in_loop_by_hand (table n 2 5) (table 3 2 2)
  && alike in_while in_while_by_hand (table n 2 5) (table 3 2 2)
  && alike likelihood likelihood_by_hand (table n 3 5) (table 3 3 2)
entry of_branches (n: i64) = alike branches branches_by_hand (table n 3 5) (table 4 3 2)

-- Values computed in Python, from the definitions.
-- ==
-- entry: two
-- input { } output { [0.20280971224021013, -0.00820772865967828, 0.098529490712353632, -0.15539905139278623] }
entry two : [4]f64 =
  let x = table 2 3 7
  let v = table 3 2 2
  let (a, b) = vjp (\(x, v) -> above x v) (x, v) 1
  in [a[0, 0], a[1, 2], b[0, 0], b[2, 1]]

-- What is never read is not read before, either: of arrays that are too short, for nobody, or behind a
-- condition; nor are there lengths below zero.
def short [n][k] (x: [n]f64) (c: [k]f64) : f64 =
  f64.sum (map (\a -> f64.sum (map (\j -> a * f64.exp (c[j] * c[0])) (iota 4))) x)
def guarded [n][k] (x: [n]f64) (c: [k]f64) : f64 =
  f64.sum (map (\a ->
    f64.sum (map (\j -> if j < k then a * f64.exp (c[j] * c[k - 1]) else a) (iota 6))) x)
def fewer [n][k] (m: i64) (x: [n]f64) (c: [k]f64) : f64 =
  f64.sum (map (\a -> loop s = a for i < m do loop s for j < i - 2 do s * f64.exp (c[j % k] * c[j % k])) x)

-- ==
-- entry: too_short
-- input { 0i64 2i64 } output { true }
-- input { 0i64 0i64 } output { true }
-- input { 2i64 4i64 } output { true }
-- input { 2i64 2i64 } error: out of bounds
entry too_short (n: i64) (k: i64) =
  let (a, b) = vjp (\(x, c) -> short x c) (numbers n 3, numbers k 2) 1
  in length a == n && all (\e -> !(f64.isnan e)) b

-- ==
-- entry: behind_conditions
-- input { 3i64 0i64 } output { true }
-- input { 0i64 0i64 } output { true }
-- input { 3i64 2i64 } output { true }
-- input { 3i64 6i64 } output { true }
entry behind_conditions (n: i64) (k: i64) =
  let (x, c) = (numbers n 3, numbers k 2)
  let (a, b) = vjp (\(x, c) -> guarded x c) (x, c) 1
  let t = f64.sum (map2 (*) a x) + f64.sum (map2 (*) b c)
  in near t (jvp (\(x, c) -> guarded x c) (x, c) (x, c))

-- ==
-- entry: below_zero
-- input { 3i64 2i64 -5i64 } output { true }
-- input { 3i64 2i64 0i64 } output { true }
-- input { 3i64 2i64 2i64 } output { true }
-- input { 3i64 2i64 6i64 } output { true }
-- input { 3i64 0i64 2i64 } output { true }
entry below_zero (n: i64) (k: i64) (m: i64) =
  let (x, c) = (numbers n 3, numbers k 2)
  let (a, b) = vjp (\(x, c) -> fewer m x c) (x, c) 1
  let t = f64.sum (map2 (*) a x) + f64.sum (map2 (*) b c)
  in near t (jvp (\(x, c) -> fewer m x c) (x, c) (x, c))

-- Lengths that only an operand says.
def prefixes [n] (m: i64) (x: [n]f64) : f64 =
  loop s = 1 for t < m do
    0.1 * f64.sum (map (\i -> f64.sum (map (\v -> s * f64.sum (map (\e -> f64.exp (e * v + x[i])) x)) x[:i])) (iota n))

-- Inner loops that are longer than what they count from, for that may be negative.
def from_below (m: i64) (n: i64) (p: i64) (x: f64) : f64 =
  loop s = x for t < m do
    loop s = s for i in -2..<p do
      loop a = s * 0.1 for k < n - i do
        a + s * f64.sum (map (\e -> f64.exp (0.01 * f64.i64 (k * e) * x + f64.i64 i)) (iota 3))

-- Where nothing is computed, nothing infinite meets a cotangent.
def roots [k] (m: i64) (l: i64) (c: [k]f64) : f64 =
  loop s = 1 for t < m do
    f64.sum (map (\e -> loop s = s * 0.5 for u < l do s * f64.sqrt e * f64.exp e) c)
def roots_in_maps [k] (m: i64) (l: i64) (c: [k]f64) : f64 =
  f64.sum (map (\i -> f64.sum (map (\e ->
    f64.sum (map (\j -> f64.i64 (i + j) * f64.sqrt e * f64.exp e) (iota l))) c)) (iota m))
def root_loops [k] (m: i64) (c: [k]f64) : f64 =
  f64.sum (map (\i ->
    let z = loop z = copy c for j < k do z with [j] = f64.sqrt z[j] * f64.exp z[j]
    in f64.i64 i * f64.sum z) (iota m))

-- ==
-- entry: operand_lengths
-- input { 4i64 [0.3, 0.7, -0.4] } output { true }
-- input { 9i64 [0.3, 0.7, -0.4, 0.1] } output { true }
-- input { 0i64 [0.3, 0.7, -0.4] } output { true }
-- input { 9i64 empty([0]f64) } output { true }
entry operand_lengths [n] (m: i64) (x: [n]f64) =
  near (f64.sum (map2 (*) x (vjp (prefixes m) x 1))) (jvp (prefixes m) x x)

-- ==
-- entry: negative_counts
-- input { 3i64 4i64 6i64 0.7 } output { true }
-- input { 9i64 2i64 6i64 0.7 } output { true }
entry negative_counts (m: i64) (n: i64) (p: i64) (x: f64) =
  near (vjp (from_below m n p) x 1) (jvp (from_below m n p) x 1)
  && near (vjp2 (from_below m n p) x 1).0 (from_below m n p x)

-- ==
-- entry: nothing_infinite
-- input { 0i64 3i64 } output { true }
-- input { 0i64 0i64 } output { true }
-- input { -1i64 3i64 } error: invalid
entry nothing_infinite (m: i64) (l: i64) =
  let c = [0f64, 1]
  let zero (f: [2]f64 -> f64) = all (== 0) (vjp f c 1)
  in zero (roots m l) && zero (roots_in_maps m l) && zero (root_loops m)
