-- Matrices turned in place, two rows or columns at a time: what is kept of an iteration is those.

import "lib/check"

def both [n] (f: [n]f64 -> [n]f64) =
  let at = tabulate n (\i -> f64.sin (f64.i64 (7 * i + 2)))
  in (first_order f at, second_order f at)

def over (d: i64) (f: [d][d]f64 -> [d][d]f64) : ([d * d]f64 -> [d * d]f64) =
  \x -> flatten (f (unflatten x))

def turn [n] (p: i64) (q: i64) (a: *[n][n]f64) : *[n][n]f64 =
  let t = a[p, q] / 3
  let c = 1 / f64.sqrt (t * t + 1)
  let s = t * c
  let rp = map2 (\x y -> c * x - s * y) a[p] a[q]
  let rq = map2 (\x y -> s * x + c * y) a[p] a[q]
  let a = a with [p] = rp with [q] = rq
  let cp = map (\r -> c * r[p] - s * r[q]) a
  let cq = map (\r -> s * r[p] + c * r[q]) a
  in a with [:, p] = cp with [:, q] = cq

-- ==
-- entry: two_sided columns_not_seen_before where_large sweeps columns_of_rows
-- input { 4i64 }
-- output { [true, true, true, true] [true, true, true, true] }
entry two_sided d =
  both (over d (\a -> loop a = copy a for k < 5 do let p = k % (d - 1) in turn p (p + 1) a))

-- Of which nothing has been read that says they are there.
entry columns_not_seen_before d =
  let ps = map (\k -> k % d) (iota 5)
  in both (over d (\a ->
                     loop a = copy a for k < 5 do
                       let (p, q) = (ps[k], (ps[k] + 1) % d)
                       let cp = map (\r -> r[p] - 0.5 * r[q] * r[q]) a
                       let cq = map (\r -> 0.5 * r[p] + f64.sin r[q]) a
                       in a with [:, p] = cp with [:, q] = cq))

entry where_large d =
  both (over d (\a ->
                  loop a = copy a for k < 6 do
                    let (p, q) = (k % d, (k + 1) % d)
                    in if f64.abs a[p, q] > 0.3 then turn p q a else a))

entry sweeps d =
  both (over d (\a -> loop a = copy a for _s < 2 do loop a = a for p < d - 1 do loop a = a for q in p + 1...d - 1 do turn p q a))

-- Columns and rows of one place each, by hand.
entry columns_of_rows d =
  both (over d (\a ->
                  loop a = copy a for k < d do
                    let c = map (\r -> r[k] * r[k]) a
                    let a = a with [k] = map2 (\x y -> x * f64.sin y) a[k] c
                    in a with [:, k] = map2 (+) c (map f64.cos a[k])))
