-- A `while` that counts is a `for`: as many iterations, the same last number, and its derivatives.
-- [free] keeps it a `while`.

def up 't (lt: t -> t -> bool) (add: t -> t) (first: t) (limit: t) (free: bool) : (i32, t) =
  if free
  then let (s, i, _) = loop (s, i, o) = (0, first, free) while lt i limit && o do (s + 1, add i, o)
       in (s, i)
  else let (s, i) = loop (s, i) = (0, first) while lt i limit do (s + 1, add i) in (s, i)

-- ==
-- entry: less
-- input { 0i64 5i64 } output { 5i32 5i64 }
-- input { 3i64 5i64 } output { 2i32 5i64 }
-- input { 5i64 5i64 } output { 0i32 5i64 }
-- input { 7i64 5i64 } output { 0i32 7i64 }
-- input { -2i64 5i64 } output { 7i32 5i64 }
-- input { 9223372036854775805i64 9223372036854775807i64 } output { 2i32 9223372036854775807i64 }
-- input { 5i64 -9223372036854775808i64 } output { 0i32 5i64 }
entry less (first: i64) (limit: i64) =
  let (s, i) = loop (s, i) = (0i32, first) while i < limit do (s + 1, i + 1)
  let (z, k) = loop (z, k) = (0i32, 0i64) while k < limit && k < 9 do (z + 1, k + 1)
  let (a, b) = loop (a, b) = (0i32, 0) while b < i64.min limit 9 do (a + 1, b + 1)
  in assert (z == a && k == b) (s, i)

-- ==
-- entry: from_one
-- input { 5i64 } output { 4i32 5i64 4i32 5i64 }
-- input { 0i64 } output { 0i32 1i64 0i32 1i64 }
-- input { -9223372036854775808i64 } output { 0i32 1i64 0i32 1i64 }
entry from_one (limit: i64) =
  let (a, b) = up (<) (+ 1) 1 limit false
  let (c, d) = up (<) (+ 1) 1 limit true
  in (a, b, c, d)

-- ==
-- entry: small
-- input { 127i8 } output { 127i32 127i8 128i32 -1i8 27i32 100i8 0i32 -128i8 }
-- input { 0i8 } output { 0i32 0i8 1i32 -1i8 0i32 0i8 0i32 -128i8 }
-- input { -128i8 } output { 0i32 0i8 0i32 -128i8 0i32 -128i8 0i32 -128i8 }
entry small (n: i8) =
  let (a, b) = loop (a, b) = (0i32, 0) while b < n do (a + 1, b + 1)
  let (c, d) = loop (c, d) = (0i32, n) while d >= 0 do (c + 1, d - 1)
  let (e, f) = loop (e, f) = (0i32, n) while f > 100 do (e + 1, f - 1)
  let (g, h) = loop (g, h) = (0i32, -128i8) while h > n do (g + 1, h - 1)
  in (a, b, c, d, e, f, g, h)

-- ==
-- entry: down
-- input { [1.0, 2.0, 3.0] } output { [1.0, 3.0, 5.0] -1i64 [6.0, 5.0, 3.0] 0i64 }
entry down [n] (x: [n]f64) =
  let (y, i) = loop (y, i) = (copy x, n - 1) while i >= 0 do (y with [i] = x[i] + f64.i64 i, i - 1)
  let (z, k) = loop (z, k) = (copy x, n - 1) while k > 0 do (z with [k - 1] = z[k - 1] + z[k], k - 1)
  in (y, i, z, k)

-- ==
-- entry: up_to
-- input { [1.0, 2.0, 3.0] } output { [1.0, 3.0, 5.0] 3i64 [1.0, 4.0, 6.0] 3i64 }
-- input { empty([0]f64) } output { empty([0]f64) 0i64 empty([0]f64) 1i64 }
entry up_to [n] (x: [n]f64) =
  let (y, i) = loop (y, i) = (copy x, 0) while i <= n - 1 do (y with [i] = x[i] + f64.i64 i, i + 1)
  let (z, k) = loop (z, k) = (copy x, 1) while k < n do (z with [k] = 2 * x[k], k + 1)
  in (y, i, z, k)

-- Numbers that are counted have derivatives, too: the last one changes as the first one does.
-- ==
-- entry: slopes
-- input { 2i64 5i64 } output { 5i64 1i64 0i64 12i64 3i64 }
-- input { 7i64 5i64 } output { 7i64 1i64 0i64 0i64 0i64 }
entry slopes (first: i64) (limit: i64) =
  let f (first, limit) = loop i = first while i < limit do i + 1
  let (df, dl) = vjp f (first, limit) 1
  let s = \(first: i64) -> (loop (s, i) = (0, first) while i < limit do (s + i + 1, i + 1)).0
  in (f (first, limit), df, dl, s first, vjp s first 1)

-- ==
-- entry: gradients
-- input { 5i64 } output { true true }
-- input { 0i64 } output { true true }
entry gradients (n: i64) =
  let x = map (\i -> 0.5 + f64.i64 i) (iota 5)
  let f (free: bool) (x: [5]f64) =
    (loop (s, i, o) = (1, 0, free) while i < n && o do (f64.sin (s * x[i]), i + 1, o)).0
  let g (x: [5]f64) = (loop (s, i) = (1, 0) while i < n do (f64.sin (s * x[i]), i + 1)).0
  let near a b = f64.abs (a - b) < 1e-12
  in ( and (map2 near (vjp (f true) x 1) (vjp g x 1))
     , near (jvp (f true) x (reverse x)) (jvp g x (reverse x)))

-- Up to numbers of loops around.
-- ==
-- entry: inside
-- input { 3i64 } output { 1.875 1.875 [[1.0, 1.0, 1.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]] 55i64 }
-- input { 0i64 } output { 1.0 1.0 empty([0][0]f64) 55i64 }
entry inside (n: i64) =
  let sums (is: []i64) =
    loop s = 1 for i in is do
      let (s, _) = loop (s, j) = (s, 0) while j < i do (s * 0.5 + 1, j + 1) in s
  let below (y: *[n][n]f64) =
    (loop (y, i) = (y, 0) while i < n do
       let (y, _) = loop (y, j) = (y, 0) while j < i do (y with [i, j] = 0, j + 1)
       in (y, i + 1)).0
  let narrow (q: i64) (m: i32) =
    loop q = q for s < m do
      let i = i64.i32 s in (loop (q, j) = (q, 0) while j < i do (q * 3 + j, j + 1)).0
  in (sums (0..<n), sums (map id (iota n)), below (replicate n (replicate n 1)), narrow 2 3)
