-- A function that leaves its argument alone and gives a value of its own will do for one that
-- consumes it and gives what may be shared, in every place where one stands for another.
-- ==
-- input { [1i64, 2i64, 3i64] } output { [2i64, 2i64, 2i64, 2i64] }
type^ pair = {f: *[3]i64 -> []i64, n: i64}
def inc [n] (xs: [n]i64) : *[n]i64 = map (+ 1) xs
def on (f: *[3]i64 -> []i64) (xs: *[3]i64) : i64 = (f xs)[0]
entry main (xs: [3]i64) =
  let f: *[3]i64 -> []i64 = inc
  let (g, _): (*[3]i64 -> []i64, i64) = (inc, 1i64)
  let r: pair = {f = inc, n = 0i64}
  in [on f (copy xs), on g (copy xs), on r.f (copy xs), on (inc: *[3]i64 -> []i64) (copy xs)]
