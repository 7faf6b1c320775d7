-- In which iteration an error comes up is told in each tier.
-- ==
-- entry: counted
-- input { 100i64 } error: In iteration 57 of the loop at
-- ==
-- entry: counted_down
-- input { 1000i64 } error: In iteration 940 of the loop at
-- ==
-- entry: until
-- input { 1i64 } error: In iteration 70 of the loop at
-- ==
-- entry: mapped
-- input { 3000i64 } error: In iteration 1234 of the map at
-- ==
-- entry: in_place
-- input { 200i64 } error: In iteration 150 of the loop at

entry counted (n: i64) = loop s = 0 for i < n do assert (i != 57) (s * 3 + i)

entry counted_down (n: i64) = loop s = n for i < n do s - 1 + (iota 1000)[s - 61] * 0

entry until (x: i64) = loop s = x while s < 100000 do assert (s != 71) (s + 1)

entry mapped (n: i64) = map (\i -> 100 / (i - 1234)) (iota n)

entry in_place (n: i64) =
  loop xs = replicate 150 0i64 for i < n do xs with [i] = xs[i / 2] + i
