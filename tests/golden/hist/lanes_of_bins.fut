-- Bins that get different numbers of values, which come to each in order, by an operator to which
-- that makes a difference: against a loop.
-- ==
-- entry: once_more few sorted one_bin outside random
-- input { 100i64 100i64 } output { true }
-- input { 64i64 1i64 } output { true }
-- input { 20000i64 10i64 } output { true }
-- input { 50000i64 3i64 } output { true }
-- input { 40000i64 3000i64 } output { true }
-- input { 17000i64 17000i64 } output { true }

def op (a: i64) (b: i64) = a * 31 + b ^ 5

def agree [n] (m: i64) (is: [n]i64) : bool =
  let xs = map (\i -> i * i + 7) (iota n)
  let expected =
    loop bins = replicate m 1 for i < n do
      if is[i] < 0 || is[i] >= m then bins
      else bins with [is[i]] = op bins[is[i]] xs[i]
  in and (map2 (==) (reduce_by_index (replicate m 1) op 0 is xs) expected)

-- The k-th bin, once more: the places of all others go up.
entry once_more (n: i64) (m: i64) =
  and (map (\k -> agree m (map (\i -> (if i <= k then i else i - 1) % m) (iota n)))
           [0, 1, 2, 3, 10, 50])

entry few (n: i64) (m: i64) =
  and (map (\k -> agree m (map (\i -> (i * i) % k % m) (iota n))) [1, 2, 3, 4, 5, 8, 9])

entry sorted (n: i64) (m: i64) =
  agree m (map (\i -> i * m / n) (iota n)) && agree m (map (\i -> (n - 1 - i) * m / n) (iota n))

entry one_bin (n: i64) (m: i64) =
  agree m (replicate n (m - 1)) && agree m (map (\i -> if i % 5 == 0 then i % m else 0) (iota n))

entry outside (n: i64) (m: i64) =
  agree m (map (\i -> i % (m + 3) - 1) (iota n)) && agree m (map (\i -> i - n / 2) (iota n))

entry random (n: i64) (m: i64) =
  and (map (\seed -> agree m (map (\i -> ((i * 7919 + seed) ^ (i >> 3) * 104729) % 65537 % m) (iota n)))
           [1, 2, 3, 4, 5])
