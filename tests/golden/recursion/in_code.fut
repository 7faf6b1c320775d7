-- Functions of numbers that call themselves, and each other: often enough for machine code, from
-- everywhere, with all kinds of numbers, and what fails in them.
-- ==
-- entry: fib_of
-- input { 21i32 } output { 10946i32 }
-- input { 1i32 } output { 1i32 }
-- ==
-- entry: fibs
-- input { 20i64 }
-- output { [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181] }
-- ==
-- entry: sum_of_fibs
-- input { 200i64 } output { 109450i32 }
-- ==
-- entry: ackermann
-- input { 2i64 40i64 } output { 83i64 }
-- ==
-- entry: parities
-- input { 4001i64 } output { 2001i64 2000i64 }
-- ==
-- entry: hanoi_is_right
-- input { 13i32 } output { true }
-- ==
-- entry: integral_is_right
-- input { 1e-10 } output { true }
-- ==
-- entry: types_are_right
-- input { 14i32 } output { true }
-- ==
-- entry: many_are_right
-- input { 10i64 } output { true }
-- ==
-- entry: longest_is_right
-- input { 3000i64 } output { true }
-- ==
-- entry: divides
-- input { 4000i64 3i64 } output { 4000i64 }
-- input { 4000i64 0i64 } error: and 99 more of the same\n.*division by zero
-- ==
-- entry: asserts
-- input { 5000i64 6000i64 } output { 12502500i64 }
-- input { 5000i64 4999i64 } error: Assertion is false: \(n <= most\)
-- ==
-- entry: sum_of_choices
-- input { 16i64 } output { 65536i64 }

-- Two calls, one after the other.
def fib (n: i32) : i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
entry fib_of (n: i32) : i32 = fib n

-- In a map; in a loop, where what it is called with varies.
entry fibs (n: i64) : []i32 = map (\i -> fib (i32.i64 i)) (iota n)
entry sum_of_fibs (n: i64) : i32 = loop s = 0 for i < n do s + fib (i32.i64 (i % 20))

-- A call as an operand of a call.
def ack (m: i64) (n: i64) : i64 =
  if m == 0 then n + 1 else if n == 0 then ack (m - 1) 1 else ack (m - 1) (ack m (n - 1))
entry ackermann (m: i64) (n: i64) : i64 = ack m n

-- Even and odd numbers, each by the other.
def even_or_odd (odd: bool) (n: i64) : bool =
  if n == 0 then !odd else even_or_odd (!odd) (n - 1)
entry parities (n: i64) : (i64, i64) =
  (i64.sum (map (\i -> i64.bool (even_or_odd false i)) (iota n)),
   i64.sum (map (\i -> i64.bool (even_or_odd true i)) (iota n)))

-- Several results: how often a disc is moved, how many times the smallest one, and the mean of all
-- discs moved.
def hanoi (n: i32) : (i64, i32, f64) =
  if n == 0
  then (0, 0, 0)
  else let (moves, smallest, total) = hanoi (n - 1)
       let (moves', smallest', total') = hanoi (n - 1)
       in (moves + 1 + moves', smallest + smallest' + i32.bool (n == 1), total + f64.i32 n + total')
entry hanoi_is_right (n: i32) : bool =
  let (moves, smallest, total) = hanoi n
  let powers = map (\k -> 2 ** k) (iota (i64.i32 n))
  let expected = f64.sum (map2 (\p k -> f64.i64 (p * (i64.i32 n - k))) powers (indices powers))
  in moves == 2 ** i64.i32 n - 1 && smallest == 2 ** (n - 1) && total == expected

-- Floats, and what is called is a primitive.
def area (a: f64) (b: f64) : f64 =
  (b - a) / 6 * (f64.sin a + 4 * f64.sin ((a + b) / 2) + f64.sin b)
def integral (a: f64) (b: f64) (whole: f64) (within: f64) : f64 =
  let m = (a + b) / 2
  let (left, right) = (area a m, area m b)
  in if f64.abs (left + right - whole) < 15 * within
     then left + right
     else integral a m left (within / 2) + integral m b right (within / 2)
entry integral_is_right (within: f64) : bool =
  f64.abs (integral 0 f64.pi (area 0 f64.pi) within - 2) < 10 * within

-- The sums of 2^n leaves, in many types: what is narrow wraps.
def sums (n: i32) (a: i8) (b: u16) (c: f32) (d: f16) (e: u64) : (i8, u16, f32, f16, u64, bool) =
  if n == 0
  then (a, b, c, d, e, c > 0)
  else let (p, q, r, s, t, odd) = sums (n - 1) (a + 1) (b - 1) (c / 2) (d / 2) (e ^ u64.i32 n)
       let (p', q', r', s', t', odd') = sums (n - 1) (a - 3) (b + 5) (c / 2) (d / 2) (e * 3)
       in (p + p', q * q', r + r', s + s', t + t', odd != odd')
-- The same, level by level.
def levels (n: i32) (leaf: (i8, u16, f32, f16, u64)) : (i8, u16, f32, f16, u64, bool) =
  let down k leaves =
    flatten (map (\(a, b, c, d, e) -> [(a + 1, b - 1, c / 2, d / 2, e ^ u64.i32 k),
                                       (a - 3, b + 5, c / 2, d / 2, e * 3)]) leaves)
  let (leaves, _) = loop (leaves, k) = ([leaf], n) while k > 0 do (down k leaves, k - 1)
  let last = map (\(a, b, c, d, e) -> (a, b, c, d, e, c > 0)) leaves
  let up pairs =
    map (\i -> let ((a, b, c, d, e, odd), (a', b', c', d', e', odd')) = (pairs[2 * i], pairs[2 * i + 1])
               in (a + a', b * b', c + c', d + d', e + e', odd != odd')) (iota (length pairs / 2))
  in (loop all = last while length all > 1 do up all)[0]
entry types_are_right (n: i32) : bool =
  sums n 5 6 7 8 9 == levels n (5, 6, 7, 8, 9)

-- As many parameters as there are registers, and more.
def many (n: i64) (a: f64) (b: i32) (c: f64) (d: i32) (e: f64) (f: i32) (g: f64) (h: i32) (i: f64)
         (j: i32) (k: f64) : f64 =
  if n == 0
  then a + f64.i32 b + c + f64.i32 d + e + f64.i32 f + g + f64.i32 h + i + f64.i32 j + k
  else many (n - 1) k b a d c f e h g j i + many (n - 1) a d c f e h g j i b k
entry many_are_right (n: i64) : bool = many n 1 2 3 4 5 6 7 8 9 10 11 == 66 * 2 ** f64.i64 n

-- A loop inside; a call that is the result itself, as deep as it goes.
def steps (n: i64) (most: i64) : (i64, i64) =
  if n == 0
  then (most, 0)
  else let (_, count) = loop (x, count) = (n, 0) while x != 1 do
                          (if x % 2 == 0 then x / 2 else 3 * x + 1, count + 1)
       let (most, at) = steps (n - 1) (i64.max most count)
       in if at == 0 && count == most then (most, n) else (most, at)
entry longest_is_right (n: i64) : bool =
  let count n = (loop (x, count) = (n, 0) while x != 1 do
                   (if x % 2 == 0 then x / 2 else 3 * x + 1, count + 1)).1
  let counts = map (\i -> count (i + 1)) (iota n)
  let (most, at) = steps n 0
  in most == i64.maximum counts && counts[at - 1] == most

-- What fails fails where it stands.
def divided (n: i64) (by: i64) : i64 =
  if n == 0 then 0 else 1 + divided (n - 1) by + 3 / (by * by) * 0
entry divides (n: i64) (by: i64) : i64 = i64.maximum (map (\i -> divided (n - i) by) (iota 3))

def summed (n: i64) (most: i64) : i64 =
  if n == 0 then 0 else assert (n <= most) (n + summed (n - 1) most)
entry asserts (n: i64) (most: i64) : i64 = i64.maximum (map (\i -> summed (n - i) most) (iota 2))

-- A function that takes an array is walked; what it calls is not.
def choices (n: i64) (k: i64) : i64 =
  if k == 0 || k == n then 1 else choices (n - 1) (k - 1) + choices (n - 1) k
def weighted [n] (weights: [n]i64) (k: i64) : i64 =
  if k == n then 0 else weights[k] * choices (n - 1) k + weighted weights (k + 1)
entry sum_of_choices (n: i64) : i64 = weighted (replicate (n + 1) 1) 0
