-- Iterations that add to places, then make arrays whose lengths differ between them, so that lanes
-- give up, and add again: nothing is added twice, in one tile or after some.
-- ==
-- input { 5i64 3i64 } output { true }
-- input { 5i64 5i64 } output { true }
-- input { 300i64 299i64 } output { true }
-- input { 300i64 1i64 } output { true }
-- input { 3000i64 1i64 } output { true }
-- input { 3000i64 1024i64 } output { true }
-- input { 3000i64 2999i64 } output { true }
-- input { 100000i64 70000i64 } output { true }

entry main (n: i64) (from: i64) : bool =
  let parts (i: i64) : []i64 = if i < from then [i, 1, i / 2] else [2, i, 5, i / 3]
  let sums =
    intrinsics.hist_stream (replicate 7 100) (+) 0
      (\(acc: *intrinsics.acc ([7]i64)) (i: i64) ->
         let acc = intrinsics.acc_write acc (i % 7) i
         let ys = parts i
         let acc = intrinsics.acc_write acc (i % 7) (length ys)
         in intrinsics.acc_write acc ((i + 1) % 7) ys[i % length ys])
      (iota n)
  let plainly = loop sums = replicate 7 100 for i < n do
                  let ys = parts i
                  let sums = sums with [i % 7] = sums[i % 7] + i + length ys
                  let j = (i + 1) % 7
                  in sums with [j] = sums[j] + ys[i % length ys]
  in and (map2 (==) sums plainly)
