-- A matrix turned in place, as in rotated_columns.fut; it is far larger than what a turn looks at.

import "lib/random"

def loss [n] (start: [n][n]f64) : f64 =
  let a =
    loop a = copy start for k < n do
      let p = k % (n - 1)
      let q = p + 1
      let t = a[p, q] / 10
      let c = 1 / f64.sqrt (t * t + 1)
      let s = t * c
      let rp = map2 (\x y -> c * x - s * y) a[p] a[q]
      let rq = map2 (\x y -> s * x + c * y) a[p] a[q]
      let a = a with [p] = rp with [q] = rq
      let cp = map (\r -> c * r[p] - s * r[q]) a
      let cq = map (\r -> s * r[p] + c * r[q]) a
      in a with [:, p] = cp with [:, q] = cq
  in f64.sum (map (\i -> f64.sin a[i, i]) (iota n))

entry input : [320][320]f64 = reals_2d 320 320 1 (-1) 1

entry primal [n] (start: [n][n]f64) : f64 = loss start

entry gradient [n] (start: [n][n]f64) : [n][n]f64 = vjp loss start 1

entry second [n] (start: [n][n]f64) : [n][n]f64 = vjp (\a -> vjp loss a 1) start start
