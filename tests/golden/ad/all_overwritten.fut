-- Arrays of which an iteration overwrites everything, number by number: they are kept whole for the
-- way back, if only what they began with is read. And columns, and other parts, that are written and
-- read again.

import "lib/check"

def both [n] (f: [n]f64 -> [n]f64) (by: i64) =
  let at = tabulate n (\i -> 1 + 0.3 * f64.sin (f64.i64 (7 * i + by)))
  in (first_order f at, second_order f at)

-- ==
-- entry: spread spread_by_rows half few as_it_goes product_of_states its_start_later
-- input { 6i64 }
-- output { [true, true, true, true] [true, true, true, true] }
-- input { 3i64 }
-- output { [true, true, true, true] [true, true, true, true] }
entry spread n =
  both (\(x: [n]f64) ->
          loop u = copy x for _s < 3 do
            loop g = copy u for j < n - 2 do
              let flow = 0.2 * u[j + 1] * u[j + 1]
              let g = g with [j] = g[j] + flow
              let g = g with [j + 1] = g[j + 1] - 2 * flow
              in g with [j + 2] = g[j + 2] + flow) n

entry spread_by_rows n =
  both (\(x: [n]f64) ->
          let m = loop u = tabulate_2d n 3 (\i j -> x[i] * f64.i64 (j + 1)) for _s < 3 do
                    loop g = copy u for i < n - 1 do
                      loop g for j < 2 do
                        let flow = 0.1 * u[i, j] * u[i + 1, j + 1]
                        let g = g with [i, j] = g[i, j] - flow
                        in g with [i + 1, j + 1] = g[i + 1, j + 1] + flow
          in map f64.sum m) n

entry half n =
  both (\(x: [n]f64) ->
          loop u = copy x for s < 3 do
            loop g = copy u for j < n / 2 do
              g with [2 * j] = g[2 * j] * f64.sin u[(j + s) % n]) n

entry few n =
  both (\(x: [n]f64) ->
          loop u = copy x for s < 4 do
            loop g = copy u for j < 2 do
              g with [(s + j) % n] = g[(s + j) % n] * f64.sin u[(j + s + 1) % n]) n

entry as_it_goes n =
  both (\(x: [n]f64) ->
          loop u = copy x for _s < 3 do
            loop u for j < n - 1 do u with [j + 1] = f64.sin (u[j] * u[j + 1])) n

entry product_of_states n =
  both (\(x: [n]f64) ->
          let (u, v) =
            loop (u, v) = (copy x, map f64.cos x) for _s < 3 do
              let w = loop g = copy u for j < n do g with [j] = g[j] * v[j] * u[n - 1 - j]
              let v = loop g = copy v for j < n do g with [j] = g[j] + 0.1 * u[j] * v[j]
              in (w, v)
          in map2 (+) u v) n

entry its_start_later n =
  both (\(x: [n]f64) ->
          let start = map (\v -> v * v) x
          let end = loop u = copy start for _s < 2 do
                      loop g = copy u for j < n do g with [j] = u[j] * u[(j + 1) % n]
          in map2 (\a b -> a * f64.sin b) start end) n

-- ==
-- entry: columns columns_crossing columns_written_again parts
-- input { 5i64 }
-- output { [true, true, true, true] [true, true, true, true] }
entry columns n =
  both (\(x: [n]f64) ->
          let m = loop m = tabulate_2d n 4 (\i j -> x[i] * f64.i64 (j + 1) / 4) for k < 7 do
                    let p = k % 3
                    let q = p + 1
                    let c = f64.cos m[p, q]
                    let cp = map2 (\a b -> c * a - 0.5 * b) m[:, p] m[:, q]
                    let cq = map2 (\a b -> 0.5 * a + c * b) m[:, p] m[:, q]
                    in m with [:, p] = cp with [:, q] = cq
          in map f64.sum m) n

entry columns_crossing n =
  both (\(x: [n]f64) ->
          let m = loop m = tabulate_2d n n (\i j -> x[i] * x[j]) for k < 2 * n do
                    let p = k % (n - 1)
                    let q = p + 1
                    let rows = map2 (\a b -> a + 0.5 * b) m[p] m[q]
                    let m = m with [p] = rows
                    let column = map2 (\a b -> a - 0.1 * a * b) m[:, p] m[:, q]
                    let m = m with [:, q] = column
                    in m with [q, p] = f64.sin m[p, q]
          in map f64.sum m) n

entry columns_written_again n =
  both (\(x: [n]f64) ->
          let m = replicate n (replicate 3 1f64)
          let m = m with [:, 1] = map f64.sin x
          let a = f64.sum m[:, 1]
          let m = m with [:, 1] = map2 (\s t -> a * s * t) m[:, 1] m[:, 0]
          let m = m with [:, 0] = map (* a) x
          let m = m with [:, 1] = map2 (+) m[:, 0] m[:, 1]
          in map f64.product m) n

entry parts n =
  both (\(x: [n]f64) ->
          let two = [x[0], x[1]]
          let u = copy x with [1:3] = map f64.sin two
          let a = f64.sum u[1:3]
          let u = u with [1:3] = map (\v -> a * v) u[1:3]
          let u = u with [n - 2:n] = [a, u[1]]
          in u with [0:2] = map (* a) u[0:2]) n
