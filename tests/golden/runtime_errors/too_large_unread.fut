-- An array of which one known element is read needs memory for all of them.
-- ==
-- input { 5i64 9i64 2i64 } output { 63.0 }
-- input { 1000000000000i64 9i64 2i64 } error: Out of memory

entry main (n: i64) (m: i64) (k: i64) : f64 =
  let one i =
    let row = replicate (if i == m - 1 then n else 2) 1.5 with [0] = f64.i64 i
    in loop z = row[0] for _t < k do z * 0.5 + row[0]
  in f64.sum (tabulate m one)
