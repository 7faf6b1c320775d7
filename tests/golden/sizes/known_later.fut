-- What is a size only because of what comes after it.
-- ==
-- entry: range
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
-- ==
-- entry: zipped
-- input { [true, false] } output { [0i64, 1i64] }
-- ==
-- entry: named
-- input { 2i64 } output { [0i64, 1i64, 2i64, 3i64] }
-- ==
-- entry: argument
-- input { 2i64 } output { [3i64, 5i64] }
-- ==
-- entry: not_a_size
-- input { 2i32 } output { [0i32, 1i32] }

entry range n = (0..<n : [n]i64)

def positions n (flags: [n]bool) = map2 (\i _ -> i) (0..<n) flags
entry zipped [n] (flags: [n]bool) = positions n flags

entry named n =
  let m = 2 * n
  let k = m
  in map2 (\i _ -> i) (0..<k) (iota m)

def twice (f: (n: i64) -> [n]i64) (n: i64) = map2 (+) (f n) (f n)
entry argument n = map (+ 1) (twice (\m -> 1..2...m) n) |> map2 (\i x -> x + i - i) (iota n)

entry not_a_size (n: i32) = let up k = 0..<k in up n
