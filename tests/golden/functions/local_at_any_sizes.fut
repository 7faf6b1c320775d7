-- A local function whose parameters' types are only known from its calls takes any sizes in each.
-- ==
-- entry: arrays
-- input { 7i32 } output { [7i32, 2i32] [1i32, 2i32, 7i32] }

-- ==
-- entry: functions
-- input { 2i64 } output { [0i64, 1i64] [0i64, 1i64, 2i64] }

-- ==
-- entry: choosing
-- input { [1i32, 2i32, 3i32] } output { [2i32, 3i32] [3i32] }

-- ==
-- entry: records
-- input { [1i32, 2i32, 3i32] } output { 11i32 }

-- ==
-- entry: in_loop
-- input { [1i32, 2i32, 3i32] } output { [1i32, 2i32, 3i32] 9i32 }

entry arrays (a: i32) =
  let twice xs = (xs, xs)
  in ((twice [a, 2]).0, (twice [1, 2, a]).1)

entry functions (n: i64) =
  let app f x = f x
  in (app iota n, app iota (n + 1))

entry choosing (xs: []i32) =
  let app f x = f x
  in (app (filter (> 1)) xs, app (filter (> 2)) xs)

entry records (xs: []i32) =
  let total r = i32.sum r.left - i32.sum r.right
  in total {left = xs, right = filter (> 2) xs} + 8 + total {left = filter (> 2) xs, right = filter (== 3) xs}

entry in_loop (xs: []i32) =
  let step s x = {seen = s.seen ++ [x], steps = s.steps + 3}
  let s = loop s = {seen = [], steps = 0} for x in xs do step s x
  in (s.seen, s.steps)
