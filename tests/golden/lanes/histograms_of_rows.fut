-- Rows combined element by element.
-- ==
-- entry: sums
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64], [7i64, 8i64]] [0i64, 2i64, 0i64, 3i64] }
-- output { [[6i64, 8i64], [0i64, 0i64], [3i64, 4i64]] }
-- input { empty([0][2]i64) empty([0]i64) } output { [[0i64, 0i64], [0i64, 0i64], [0i64, 0i64]] }
-- input { empty([2][0]i64) [0i64, 1i64] } output { empty([3][0]i64) }
entry sums [n] [d] (rows: [n][d]i64) (at: [n]i64) : [3][d]i64 =
  reduce_by_index (replicate 3 (replicate d 0)) (map2 (+)) (replicate d 0) at rows

-- ==
-- entry: blocks
-- input { 6i64 } output { [[[4i64, 0i64], [4i64, 5i64]], [[5i64, 1i64], [4i64, 6i64]]] }
entry blocks (n: i64) : [2][2][2]i64 =
  let values = map (\i -> [[i, i % 2], [n - 1 - i - (1 - i % 2), i % 2 + 5]]) (iota n)
  let none = replicate 2 (replicate 2 (-10))
  in reduce_by_index (replicate 2 none) (map2 (map2 i64.max)) none (map (% 2) (iota n)) values
     |> map (map (map (\x -> x)))

-- The order of operands counts, so this one is done the long way.
-- ==
-- entry: last
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] [1i64, 0i64, 1i64] }
-- output { [[-3i64, -4i64], [-4i64, -4i64]] }
entry last [n] [d] (rows: [n][d]i64) (at: [n]i64) : [2][d]i64 =
  reduce_by_index (replicate 2 (replicate d 0)) (map2 (\x y -> -x - y)) (replicate d 0) at rows
