-- Arrays that are the same in all iterations, updated between reads: every tile reads the same.
-- ==
-- entry: main
-- input { 5000i64 5i64 } output { 3163910i64 }

entry main (n: i64) (k: i64) : i64 =
  i64.sum (map (\i ->
                  let a = copy (map (+ k) (iota 3))
                  let b = a with [0] = 100
                  let x = b[i % 3]
                  let c = b with [1] = 1000
                  in x * 7 + c[i % 3])
               (iota n))
