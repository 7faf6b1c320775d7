-- An assertion about what does not vary, inside a map whose width varies with the loop around it:
-- it is made before the map if the map has an iteration, and stays in the loop.
-- ==
-- input { 3i64 4i64 }
-- output { 19i64 }
-- input { 3i64 -1i64 }
-- error: Range 0
-- input { 1i64 -1i64 }
-- output { 0i64 }
entry main (m: i64) (n: i64) =
  loop acc = 0 for i < m do
    acc + i64.sum (map (\j -> j + i64.sum (0..<n)) (iota i))
