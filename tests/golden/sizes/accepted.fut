-- Sizes that are found to be equal, and how to say that others are.
-- ==
-- entry: coerced
-- input { [3i32, -1i32, 5i32] [1i32, 2i32] } output { [4i32, 7i32] }
-- input { [3i32, -1i32] [1i32, 2i32] } error: shape
-- ==
-- entry: named
-- input { [3i32, -1i32, 5i32] } output { 2i64 [6i32, 10i32] }
-- ==
-- entry: grown
-- input { 3i64 } output { [1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32] }
-- ==
-- entry: joined
-- input { true } output { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] }
-- input { false } output { [1i32, 2i32] [3i32, 4i32] }
-- ==
-- entry: halves
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] } output { 9i32 }
-- ==
-- entry: replaced
-- input { [1i32, 2i32] } output { [1i32, 2i32] [7i32] }

-- A coercion says what only the running program can check.
entry coerced [m] (xs: []i32) (ys: [m]i32): [m]i32 =
  map2 (+) (filter (> 0) xs :> [m]i32) ys

-- A let may give a size a name.
entry named (xs: []i32): (i64, []i32) =
  let [k] (ys: [k]i32) = filter (> 0) xs
  in (k, map2 (+) ys (copy ys))

-- The state of a loop may grow.
entry grown (n: i64): []i32 =
  loop xs = [1] for _i < n do xs ++ xs

-- Branches that differ together give what belongs together.
entry joined (b: bool): ([]i32, []i32) =
  let (xs, ys) = if b then ([1, 2, 3], [4, 5, 6]) else ([1, 2], [3, 4])
  in unzip (zip xs ys)

-- Recursion is at any size.
def sum_up [n] (xs: [n]i32) =
  if n == 0
  then 0
  else if n == 1 then xs[0] else xs[0] + sum_up (drop 2 xs)

entry halves (xs: []i32) = sum_up xs

-- A field may get a value of another size.
entry replaced (xs: []i32): ([]i32, []i32) =
  let r = {before = xs, after = xs} with after = [7]
  in (r.before, r.after)
