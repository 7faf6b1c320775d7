-- Histograms by any operator on numbers: what falls into a bin is sorted by bins on the way to the
-- derivative, and keeps its order; many bins are folded together, in rounds. What comes back is what
-- comes back through a plain loop.

import "lib/check"

def loop_of 'a [k] [n] (dest: [k]a) (op: a -> a -> a) (is: [n]i64) (vs: [n]a) : [k]a =
  loop bins = copy dest for i < n do
    if is[i] >= 0 && is[i] < k then bins with [is[i]] = copy (op bins[is[i]] vs[i]) else bins

def number (seed: i64) (i: i64) : f64 =
  let x = u64.i64 (i + 1) * 6364136223846793005 + u64.i64 seed * 1442695040888963407
  let x = (x ^ (x >> 31)) * 2862933555777941757
  in f64.u64 (x >> 40) / 16777216
def numbers (n: i64) (seed: i64) : [n]f64 = tabulate n (number seed)

def same [n] (a: [n]f64) (b: [n]f64) : bool =
  and (map2 (\x y -> f64.abs (x - y) <= 1e-11 * (f64.abs x + f64.abs y)) a b)

-- Some fall outside, on both sides, and some bins are left empty.
def places (n: i64) (k: i64) : [n]i64 = map (\i -> (i * 7919 + i / 3) % (k + 2) - 1) (iota n)

-- An operator that is not associative: many values for a bin, and more bins than values.
-- ==
-- tags { threads }
-- entry: not_associative
-- input { 20i64 4i64 } output { [true, true] }
-- input { 1000i64 3i64 } output { [true, true] }
-- input { 4i64 20i64 } output { [true, true] }
-- input { 300i64 1000i64 } output { [true, true] }
-- input { 3000i64 400i64 } output { [true, true] }
entry not_associative (n: i64) (k: i64) =
  let op (a: f64) (b: f64) = f64.sin a + b * b
  let at = (numbers k 2, numbers n 1)
  let (ds, vs) = vjp (\(ds, xs) -> reduce_by_index (copy ds) op 0 (places n k) xs) at (numbers k 3)
  let (es, ws) = vjp (\(ds, xs) -> loop_of (copy ds) op (places n k) xs) at (numbers k 3)
  in [same ds es, same vs ws]

-- To second order, and in all modes.
-- ==
-- entry: modes
-- input { } output { [true, true, true] }
entry modes =
  let op (a: f64) (b: f64) = f64.sin (2 * a) + a * b * b
  let is = [2, 0, 2, -1, 2, 3]
  in [ agrees (\xs -> reduce_by_index (copy xs[0:3]) op 0 is (map f64.cos (sized 6 xs))) (some 6)
     , agrees (\xs -> reduce_by_index (copy (sized 6 xs)) op 0 [5, 3, 5] (xs[0:3] :> [3]f64)) (some 6)
     , agrees (\xs -> reduce_by_index (copy xs[0:3]) op 0 (take 0 is) []) (some 3)
     ]

-- Pairs, an operator that does not commute, so many that their scan goes in pieces.
-- ==
-- entry: long
-- input { 20000i64 90i64 } output { [true, true, true, true] }
-- input { 20000i64 3000i64 } output { [true, true, true, true] }
-- input { 20000i64 30000i64 } output { [true, true, true, true] }
entry long (n: i64) (k: i64) =
  let linear (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  let weigh (ps: [k](f64, f64)) =
    f64.sum (map2 (*) (map (.0) ps) (numbers k 3)) + f64.sum (map2 (*) (map (.1) ps) (numbers k 4))
  let at = (numbers k 5, numbers k 6, numbers n 1, numbers n 2)
  let near_one xs = map (\x -> 1 + (x - 0.5) / 10) xs
  let (a, b, c, d) =
    vjp (\(a, b, c, d) ->
           weigh (reduce_by_index (zip (near_one a) b) linear (1, 0) (places n k) (zip (near_one c) d)))
        at 1
  let (e, f, g, h) =
    vjp (\(a, b, c, d) -> weigh (loop_of (zip (near_one a) b) linear (places n k) (zip (near_one c) d)))
        at 1
  in [same a e, same b f, same c g, same d h]

-- What falls outside has no derivative, whatever it is and however far; bins that nothing falls
-- into keep theirs.
-- ==
-- entry: outside
-- input { [-1i64, 1i64, 3i64, 9223372036854775807i64, -9223372036854775808i64] [f64.nan, 2.0, f64.inf, f64.nan, 0.0] }
-- output { [10.0, 12.0, 30.0] [0.0, 9.0, 0.0, 0.0, 0.0] }
entry outside (is: [5]i64) (vs: [5]f64) =
  -- a b of the one that is inside: 3 and 2
  vjp (\(ds, vs) -> reduce_by_index (copy ds) (\a b -> 0.2 * a * a * b) 0 is vs) ([1, 3, 0.5], vs)
      [10, 5, 30]

-- Bins of two dimensions: what is outside in one of them falls into no other bin.
-- ==
-- entry: outside_one_dimension
-- input { [0i64, 1i64, 1i64, 2i64, -1i64] [3i64, -1i64, 0i64, 0i64, 5i64] }
-- output { [[5.0, 5.0, 5.0], [10.0, 5.0, 5.0]] [0.0, 0.0, 5.0, 0.0, 0.0] }
entry outside_one_dimension (is: [5]i64) (js: [5]i64) =
  vjp (\(ds, vs) -> reduce_by_index_2d (copy ds) (\(a: f64) b -> a * a * b) 0 (zip is js) vs)
      (replicate 2 (replicate 3 1.0), replicate 5 1.0) (replicate 2 (replicate 3 5))
