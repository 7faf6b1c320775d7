-- A local function without types takes sizes of any scope, and so does the next one.
-- ==
-- entry: inner_scope
-- input { 3i64 } output { [1i64, 2i64, 2i64] [0i64, 1i64, 2i64] }

-- ==
-- entry: two_functions
-- input { 2i64 } output { [0i64, 1i64] [0i64, 1i64, 2i64] [0i64, 1i64] [0i64, 1i64, 2i64, 3i64] }

entry inner_scope (n: i64) =
  let same x = x
  in ( loop acc = [] for i < n do acc ++ same (replicate i i)
     , map (\i -> length (same (iota i))) (iota n) )

entry two_functions (n: i64) =
  let f x = (x, x)
  let g x = (x, x)
  let a = f (iota n)
  let b = f (iota 3)
  let c = g (iota n)
  let d = g (0..<n + 2)
  in (a.0, b.1, c.0, d.1)
