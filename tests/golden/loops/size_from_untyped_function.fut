-- What an untyped parameter gives has whatever size the function that is passed chooses.
-- ==
-- entry: growing
-- input { 3i64 } output { [0i64, 1i64, 2i64] }

-- ==
-- entry: filtered
-- input { [1i64, 2i64, 0i64] } output { [2i64] }

-- ==
-- entry: first
-- input { [0i64, 0i64, 2i64] } output { 3i64 [0i64, 1i64] }

def last_of f (n: i64) =
  loop _ys = [] for i < n do f i

entry growing (n: i64) = last_of (\i -> iota (i + 1)) n

def again f (x: []i64) =
  loop _ys = x for _i < 3i64 do f x

entry filtered (xs: []i64) = again (filter (> 1)) xs

def first_nonempty f xs =
  loop (i, ys) = (0i64, [] : []i64)
  while null ys && i < length xs do
    (i + 1, f xs[i])

entry first (xs: []i64) = first_nonempty iota xs
