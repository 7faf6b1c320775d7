-- Nothing is combined with what a bin holds to which nothing comes: not where the operator's slope is
-- infinite, or it fails.
-- ==
-- entry: steep
-- input { } output { [0.6, 1.0] }
-- ==
-- entry: infinite
-- input { [3.0, f64.inf] } output { [2.4, 1.0] }
-- ==
-- entry: failing
-- input { } output { [7.0, 1.0] }

entry steep : []f64 =
  vjp (\ds -> f64.sum (reduce_by_index (copy ds) (\a b -> f64.sqrt (a * a + b * b)) 0 [0] [4.0]))
      [3.0, 0.0] 1

entry infinite (ds: [2]f64) =
  vjp (\ds -> f64.sum (reduce_by_index (copy ds) (\a b -> 0.2 * a * a * b) 0 [0] [2.0])) ds 1

entry failing : []f64 =
  let op (a: f64, i: i64) (b, j) = (a * b * f64.i64 (i / j), i / j)
  in vjp (\(ds: [2]f64) ->
            let (bins, _) = unzip (reduce_by_index (zip (copy ds) [1, 1]) op (1, 1) [0] [(7.0, 1)])
            in f64.sum bins)
         [2.0, 3.0] 1
