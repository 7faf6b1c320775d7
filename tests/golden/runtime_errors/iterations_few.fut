-- Iterations that are written out are told like those that run.
-- ==
-- entry: mapped
-- input { [1i64, 5i64, 2i64] } error: In iteration 1 of the map at .*iterations_few.fut
-- ==
-- entry: looped
-- input { 3i64 } error: In iteration 0 of the map at .*, 1 of the loop at .*, 3 of the map at
-- ==
-- entry: nested
-- input { [[1i64, 2i64], [3i64, 9i64], [1i64, 1i64]] } error: In iteration 1 of the map at .*, 1 of the map at .*, 0 of the map at
-- ==
-- entry: folded
-- input { [1i64, 2i64, 5i64] } error: In iteration 2 of the reduction at
-- ==
-- entry: mixed
-- input { [0i64, 3i64, 2i64, 1i64, 4i64] } error: In iteration 4 of the loop at .*, 1 of the loop at .*, 0 of the map at

-- A vector of three in an outer map is three numbers.
entry mapped (xs: [3]i64) = map (\k -> map (\x -> (iota 5)[x] + k) xs) (iota 20)

entry looped (n: i64) =
  map (\i -> loop s = 0 for j < 2i32 do
               s + i64.sum (map (\k -> (iota 6)[k + i64.i32 j * 10 * (i / n)]) [1, 2, 0]))
      (iota 100)

entry nested (m: [3][2]i64) = map (\k -> map (map (\x -> (iota 5)[x] + k)) m) (iota 20)

entry folded (xs: [3]i64) =
  map (\k -> reduce (\a b -> assert (a + b < 7) (a + b)) 0 xs + k) (iota 20)

-- A loop that runs in one that is written out.
entry mixed (xs: []i64) =
  map (\i -> loop s = i for j < 2i64 do loop t = s for x in xs do t + (iota 5)[x + j]) (iota 30)
