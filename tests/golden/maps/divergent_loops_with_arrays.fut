-- Iterations loop for different times, each over an array of its own.
-- ==
-- input { [0i64, 3i64, 5i64, 8i64] } output { [[0i64, 0i64, 0i64, 0i64], [0i64, 1i64, 2i64, 3i64], [4i64, 6i64, 2i64, 3i64], [12i64, 6i64, 8i64, 10i64]] }
def main (xs: []i64) =
  map (\x -> (loop (a, k) = (replicate 4 0, x) while k > 0 do
                (a with [k % 4] = a[k % 4] + k, k - 1)).0) xs
