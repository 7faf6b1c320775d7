-- Functions that call themselves and hand on arrays, often enough for machine code: as they are, in
-- another order, or others; and what fails in them.
-- ==
-- entry: sum_of_tree
-- input { 12i64 } output { 8386560i64 }
-- ==
-- entry: turns
-- input { [1i64, 2i64, 3i64] [10i64, 20i64, 30i64] 13i64 } output { 84242i64 }
-- ==
-- entry: places
-- input { 500i64 } output { true }
-- ==
-- entry: shorter
-- input { 100i64 } output { 338350i64 }
-- ==
-- entry: outside
-- input { 4000i64 4000i64 } output { 7998000i64 }
-- input { 4000i64 3999i64 } error: Index \[3999\] out of bounds for array of shape \[3999\]

-- The leaves of a tree are the elements of an array.
def tree [n] (xs: [n]i64) (from: i64) (to: i64) : i64 =
  if to - from == 1 then xs[from] else let m = (from + to) / 2 in tree xs from m + tree xs m to
entry sum_of_tree (levels: i64) : i64 = tree (iota (2 ** levels)) 0 (2 ** levels)

-- Two arrays take turns, and are read behind the call. The same as a loop from the last level on
-- says whether it is right.
def turn [n] (xs: [n]i64) (ys: [n]i64) (levels: i64) : i64 =
  if levels == 0 then 0 else let below = turn ys xs (levels - 1)
                             in (2 * below + xs[levels % n]) % 100003
entry turns [n] (xs: [n]i64) (ys: [n]i64) (levels: i64) : i64 =
  let found = i64.maximum (map (\_ -> turn xs ys levels) (iota 500))
  let (expected, _) =
    loop (sum, own) = (0, levels % 2 != 0) for level < levels do
      ((2 * sum + (if own then xs[(level + 1) % n] else ys[(level + 1) % n])) % 100003, !own)
  in assert (found == expected) found

-- A number is looked for in halves.
def place [n] (xs: [n]i64) (x: i64) (from: i64) (to: i64) : i64 =
  if from == to then from
  else let m = (from + to) / 2 in if xs[m] < x then place xs x (m + 1) to else place xs x from m
entry places (n: i64) : bool =
  let xs = map (3 *) (iota n)
  in and (map (\i -> place xs (3 * i - 1) 0 n == i) (iota n))

-- Each call has a shorter array.
def rest [n] (xs: [n]i64) : i64 = if length xs == 0 then 0 else i64.sum xs + rest (xs[1:])
entry shorter (n: i64) : i64 = i64.maximum (map (\i -> rest (map (+ i) (iota n))) [0, 1])

def along [n] (xs: [n]i64) (i: i64) (end: i64) : i64 =
  if i == end then 0 else xs[i] + along xs (i + 1) end
entry outside (end: i64) (n: i64) : i64 = i64.maximum (map (\k -> along (iota n) k end) (iota 2))
