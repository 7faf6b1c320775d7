-- Long scans go by blocks (reduce_shape.hpp): lengths around the least long one and around blocks;
-- operators on one scalar, pairs, records, with branches, with what is free in them.
-- ==
-- entry: linear segmented greatest record_of_three inside_map inside_if with_free
-- input { [0i64, 1i64, 255i64, 256i64, 257i64, 4095i64, 4096i64, 4097i64, 4351i64, 4352i64, 4353i64,
--          5000i64, 33000i64] }
-- output { [true, true, true, true, true, true, true, true, true, true, true, true, true] }
-- ==
-- entry: last_of_floats
-- input { 4096i64 } output { 3.9990236f32 4.0f32 }
-- input { 4097i64 } output { 3.9990239f32 4.0f32 }
-- ==
-- entry: first_failure
-- input { 5000i64 4998i64 } error: blocks.fut:[0-9]+:.*Index \[5000\] out of bounds
-- input { 5000i64 5000i64 } output { 4999i64 }

-- Left to right, as a loop.
def from_left 't [n] (op: t -> t -> t) (ne: t) (xs: [n]t) : [n]t =
  (loop (acc, out) = (ne, copy xs) for i < n do
     let acc = op acc xs[i] in (acc, out with [i] = acc)).1

def numbers (n: i64) = map (\i -> u32.i64 (i * 7919 + 13) ^ u32.i64 (i >> 3)) (iota n)

def same 't [n] (eq: t -> t -> bool) (op: t -> t -> t) (ne: t) (xs: [n]t) : bool =
  and (map2 eq (scan op ne xs) (from_left op ne xs))

-- Of wrapping numbers, so no order of application tells.
def after (a: u32, b: u32) (c: u32, d: u32) = (a * c, b * c + d)

entry linear =
  map (\n -> same (==) after (1, 0) (zip (map (| 1) (numbers n)) (numbers n)))

entry segmented =
  map (\n ->
    same (==) (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0)
         (zip (map (\x -> x % 97 == 0) (numbers n)) (numbers n)))

entry greatest =
  map (\n ->
    same (==) (\(x, i) (y, j) -> if y > x || (y == x && j < i) then (y, j) else (x, i)) (0, -1)
         (zip (map (% 1009) (numbers n)) (iota n)))

type stats = {count: i64, sum: i16, low: u8}
entry record_of_three =
  map (\n ->
    let op (a: stats) (b: stats) : stats =
      {count = a.count + b.count, sum = a.sum + b.sum, low = u8.min a.low b.low}
    in same (==) op {count = 0, sum = 0, low = 255}
            (map (\x -> {count = 1, sum = i16.u32 x, low = u8.u32 x}) (numbers n)))

-- Three scans at once, each in its lane.
entry inside_map =
  map (\n ->
    and (map (\k -> same (==) after (1, 0)
                         (zip (map (| 1) (numbers n)) (map (* k) (numbers n))))
             [1, 2, 12345]))

-- The branch that is taken differs from element to element.
entry inside_if =
  map (\n ->
    let op (a: u32) (b: u32) = if b == 0 then a else if a == 0 then b else u32.max a b
    in same (==) op 0 (map (\x -> if x % 3 == 0 then 0 else x) (numbers n)))

entry with_free =
  map (\n ->
    let w = u32.i64 n + 3
    let op (a, b) (c, d) = (a + c, b + d + a * c * w)
    in same (==) op (0, 0) (zip (numbers n) (numbers n)))

-- The last one of rounded sums, and of exact ones.
entry last_of_floats (n: i64) : (f32, f32) =
  let sums = scan (\(a, b) (c, d) -> (a + c, f32.max b d)) (0, 0)
                  (map (\i -> (1 / 1024.25, f32.i64 (i % 5))) (iota n))
  in sums[n - 1]

-- An operator that looks something up; one element is beyond the table.
entry first_failure (n: i64) (m: i64) : i64 =
  let table = iota n
  let op a b = i64.max table[a] table[b]
  in last (scan op 0 (map (\i -> if i == m then n else i) (iota n)))
