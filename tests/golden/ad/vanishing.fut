-- What a loop hands back shrinks to 0: 0.6^5000 and 0.7^4000 are far below the least number, and
-- are not to stay there as that, as rounding would have it. (To the bit: 5e-324 is close to 0.)
-- ==
-- entry: scalar second
-- input { 0.5 } output { true }
-- ==
-- entry: lanes whole
-- input { [0.5, 0.25] } output { [true, true] }

def forget (rate: f64) (n: i64) (x: f64) = loop y = x for _i < n do rate * f64.sin y

entry scalar (x: f64) = vjp (forget 0.6 5000) x 1 == 0

entry lanes (xs: []f64) = map (\x -> vjp (forget 0.7 4000) x 1 == 0) xs

entry second (x: f64) = vjp (\x -> vjp (forget 0.6 5000) x 1) x 1 == 0

-- States that are arrays, which a map makes anew.
entry whole [n] (xs: [n]f64) =
  let f xs = loop ys = xs for _i < 5000 do map (\y -> 0.6 * f64.sin y) ys
  in map (== 0) (vjp f xs (replicate n 1))
