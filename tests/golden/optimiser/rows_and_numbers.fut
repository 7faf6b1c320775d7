-- Maps that make a row and a number each, of rows long enough to be gone along.
-- ==
-- entry: both
-- input { 3i64 } output { true }
-- input { 0i64 } output { true }

def weigh (x: f64) (row: [100]f64) : ([100]f64, f64, f64) =
  let s = f64.tanh x * 0.5
  let t = s + x
  in (map (\y -> y * s + t) row, s, t)

entry both (n: i64) : bool =
  let xs = tabulate n (\i -> f64.i64 i - 1)
  let rows = tabulate_2d n 100 (\i j -> f64.i64 (i * j) / 7)
  let (made, ss, ts) = unzip3 (map2 weigh xs rows)
  let expected = map2 (\x row -> let (r, s, t) = weigh x row in (r, s, t)) xs rows
  in and (map4 (\r s t (er, es, et) -> s == es && t == et && and (map2 (==) r er)) made ss ts expected)
     && and (tabulate n (\i -> made[i, 99] == rows[i, 99] * ss[i] + ts[i] && ss[i] == f64.tanh xs[i] * 0.5))
