-- In half precision 2048 + 1 is 2048; a sum of ones in order stays there.
-- ==
-- input { 200i64 } output { 200.0f16 2048.0f16 }
def main (n: i64) =
  (f16.sum (replicate n 1), foldl (+) 2047 (replicate n 1f16) |> \x -> if x == 2048 then x else -1)
