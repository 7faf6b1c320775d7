-- Operators of the user's: every bin meets its values in the order of the iterations, however many
-- bins there are and wherever they fall.
-- ==
-- tags { threads }
-- entry: saturating pairs branches not_associative two_dimensions
-- input { 0i64 1i64 } output { true }
-- input { 1i64 1i64 } output { true }
-- input { 100i64 1i64 } output { true }
-- input { 100i64 7i64 } output { true }
-- input { 100i64 100000i64 } output { true }
-- input { 16384i64 50i64 } output { true }
-- input { 40000i64 1i64 } output { true }
-- input { 40000i64 3i64 } output { true }
-- input { 40000i64 9i64 } output { true }
-- input { 40000i64 1000i64 } output { true }
-- input { 40000i64 30000i64 } output { true }
-- ==
-- entry: skewed
-- input { 50000i64 } output { true }
-- ==
-- entry: inside_map
-- input { 3000i64 40i64 } output { true }
-- ==
-- entry: failing
-- input { 20000i64 100i64 20000i64 } output { 4 }
-- input { 20000i64 100i64 19990i64 } error: operators.fut:[0-9]+:.*ivision by zero

-- One after the other, as a loop.
def one_by_one 't [n] [k] (op: t -> t -> t) (dest: *[k]t) (is: [n]i64) (xs: [n]t) : *[k]t =
  loop dest for i < n do
    if is[i] >= 0 && is[i] < k
    then let x = copy (op dest[is[i]] xs[i]) in dest with [is[i]] = x
    else dest

def same 't [n] (k: i64) (eq: t -> t -> bool) (op: t -> t -> t) (ne: t) (is: [n]i64) (xs: [n]t) =
  and (map2 eq (reduce_by_index (replicate k ne) op ne is xs)
               (one_by_one op (replicate k ne) is xs))

def number (i: i64) = u32.i64 (i * 7919 + 13) ^ u32.i64 (i >> 3) * 2654435761
-- Some of them outside.
def places (n: i64) (k: i64) = map (\i -> i64.u32 (number i >> 5) % (k + 2) - 1) (iota n)
def reals (n: i64) = map (\i -> f64.u32 (number i % 1000) / 999) (iota n)

entry saturating (n: i64) (k: i64) =
  same k (==) (\a b -> f64.min 10 (a + b)) 0 (places n k) (reals n)
entry pairs (n: i64) (k: i64) =
  same k (==) (\(a, i) (b, j) -> if b > a then (b, j) else (a, i)) (-1, -1) (places n k)
       (zip (reals n) (iota n))
entry branches (n: i64) (k: i64) =
  same k (==) (\(a: u32) b -> if b % 3 == 0 then a else if a == 0 then b else a ^ (b + a)) 0
       (places n k) (map number (iota n))
-- Nor is 0.5 its neutral element: bins that nothing falls into keep it.
entry not_associative (n: i64) (k: i64) =
  same k (==) (\a b -> (a - b) / 2) 0.5 (places n k) (reals n)
entry two_dimensions (n: i64) (k: i64) =
  let is = places n k
  let op (a: f64) b = f64.sqrt (a * a + b * b)
  let square = reduce_by_index_2d (replicate 3 (replicate k 0)) op 0
                                  (map (\i -> (i & 1, i)) is) (reals n)
  in and (map2 (==) (flatten square)
               (one_by_one op (replicate (3 * k) 0)
                           (map (\i -> if i < 0 || i >= k then -1 else (i & 1) * k + i) is)
                           (reals n)))

-- Half of all fall into one bin.
entry skewed (n: i64) =
  same 1000 (==) (\a b -> (a - b) / 2) 0
       (map (\i -> if i % 2 == 0 then 500 else i % 1000) (iota n)) (reals n)

entry inside_map (n: i64) (k: i64) =
  and (map (\w -> same k (==) (\a b -> f64.min (f64.i64 w) (a + b)) 0 (places n k) (reals n))
           [1, 5, 12])

-- One value cannot be divided by.
entry failing (n: i64) (k: i64) (m: i64) : i32 =
  let bins = reduce_by_index (replicate k 4) (\a b -> a / b * b) 4 (map (% k) (iota n))
                             (map (\i -> if i == m then 0 else 1 + i32.i64 (i / k % 2)) (iota n))
  in bins[7]
