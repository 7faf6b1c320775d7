-- What is known from the number of an iteration is computed again on the way back, and not kept:
-- integers to which every iteration adds the same, ranges, and the places where it writes.
-- ==
-- entry: sorted wrapped ranges downwards eliminated branches nested_whiles added
-- input {} output { true }
import "lib/check"

-- | In lanes: for each argument a row, of it and its neighbours.
def rows [n] (f: [3]f64 -> f64) (xs: [n]f64) : [n]f64 =
  tabulate n (\i -> f [xs[i], xs[(i + 1) % n], xs[(i + 2) % n]])

-- Insertion by `while`: differently often from lane to lane.
entry sorted =
  let sort (v: [3]f64) =
    loop ys = v ++ map (* 2) v :> [6]f64 for i < 6 do
      let x = ys[i]
      let (ys, j) = loop (ys, j) = (copy ys, i) while j > 0 && ys[j - 1] > x do
                      (ys with [j] = ys[j - 1], j - 1)
      in ys with [j] = x
  in agrees (rows (\v -> let s = sort v in s[0] * s[1] + s[2] * s[5] - f64.sin s[4])) (some 5)

-- A counter of eight bits goes round; what it adds is from outside.
entry wrapped =
  agrees (rows (\v ->
            let k = if v[0] > 0 then 77u8 else 201
            let (s, _) = loop (s, c) = (v[1], 250u8) for _i < 9 do
                           (s * f64.cos (v[2] + 0.01 * f64.u8 c) + v[i64.u8 (c % 3)], c + k)
            in s))
         (some 4)

entry ranges =
  agrees (rows (\v ->
            let a = loop a = replicate 7 v[0] for i in 1i32..3...6 do
                      a with [i] = a[i - 1] * v[1] + a[i] * a[0]
            let a = loop a for i in 5i64..3...0 do a with [i + 1] = f64.sin a[i] * a[i + 1] + v[2]
            in f64.sum a))
         (some 4)

entry downwards =
  agrees (rows (\v ->
            let (a, _, _) = loop (a, i, j) = (replicate 5 v[0], 4i32, -3i16) while i >= 0 do
                              let k = i64.i32 i
                              in (a with [k] = a[(k + 3) % 5] * v[1] + f64.i16 j * v[2], i - 1, j + 2)
            in f64.product a))
         (some 4)

-- Rows that are read are kept, and the matrix is not put back.
def matrix (v: [3]f64) : *[4][4]f64 =
  tabulate_2d 4 4 (\i j -> v[(i + j) % 3] * f64.i64 (1 + (i * j) % 4) + if i == j then 6 else 0)

entry eliminated =
  agrees (rows (\v ->
            let a = loop a = matrix v for k < 4 do
                      loop a for i in k + 1..<4 do
                        let f = a[i, k] / a[k, k]
                        in a with [i] = map2 (\x y -> x - f * y) a[i] a[k]
            in f64.log (f64.abs (f64.product (tabulate 4 (\i -> a[i, i]))))))
         (some 3)

entry branches =
  agrees (rows (\v ->
            let a = loop a = matrix v for k < 4 do
                      loop a for i < 4 do
                        if i == k then a
                        else let f = a[i, k] / a[k, k]
                             in if i > k then a with [i] = map2 (\x y -> x - f * y) a[i] a[k]
                                else a with [i, k] = f * a[i, i]
            in f64.log (f64.abs (f64.product (tabulate 4 (\i -> a[i, i])))) + a[0, 3] * a[1, 2]))
         (some 3)

entry nested_whiles =
  agrees (rows (\v ->
            let (a, _) = loop (a, n) = (replicate 6 v[0], 5i64) while n > 1 do
                           let (a, _) = loop (a, m) = (copy a, 0i64) while m < n do
                                          (a with [m] = a[m] * v[1] + f64.sin a[(m + n) % 6], m + 2)
                           in (a with [n] = a[n - 1] * v[2], n - 2)
            in f64.sum a))
         (some 4)

-- The step is an argument, and the loop around counts as well.
entry added =
  agrees (rows (\v ->
            let f (step: i64) (a: *[9]f64) =
              (loop (a, at) = (a, 0) for i < 8 do (a with [at % 9] = a[i] * v[1] + a[at % 9] * v[2], at + step)).0
            in f64.sum (loop a = replicate 9 v[0] for s < 4 do f (s - 1 + 9) a)))
         (some 4)
