-- Parts of arrays that are overwritten by what is computed of them, in the same places or of others:
-- each element after it has been read.
-- ==
-- entry: same_places
-- input { 1i64 3i64 } output { true }
-- input { 5000i64 1i64 } output { true }
-- input { 5003i64 40i64 } output { true }
-- input { 20003i64 200i64 } output { true }
-- ==
-- entry: other_places
-- input { 2i64 3i64 } output { true }
-- input { 5003i64 40i64 } output { true }
-- ==
-- entry: held
-- input { 5003i64 40i64 } output { true }
-- ==
-- entry: back
-- input { 3i64 2i64 } output { true }
-- input { 5003i64 20i64 } output { true }

def numbers (n: i64) : [n]f64 = tabulate n (\i -> f64.i64 (i * i % 17))

def equal [n] (xs: [n]f64) (ys: [n]f64) : bool = and (map2 (==) xs ys)

entry same_places (n: i64) (k: i64) : bool =
  let ys = numbers n
  let made = loop xs = numbers n for _i < k do
    xs with [1:n] = map2 (\x y -> x + 2 * y) xs[1:n] ys[0:n - 1]
  in equal made (tabulate n (\i -> ys[i] + if i == 0 then 0 else f64.i64 (2 * k) * ys[i - 1]))

entry other_places (n: i64) (k: i64) : bool =
  let ys = numbers n
  let made = loop xs = numbers n for _i < k do xs with [0:n - 1] = map (\x -> x + 1) xs[1:n]
  in equal made (tabulate n (\i -> ys[i64.min (i + k) (n - 1)] + f64.i64 (i64.min k (n - 1 - i))))

-- What has been is kept, and read in the end.
entry held (n: i64) (k: i64) : bool =
  let (made, all) =
    loop (xs, all) = (numbers n, replicate k (replicate n 0)) for i < k do
      let all = all with [i] = xs
      in (copy xs with [2:n] = map (\x -> x * 2 + 1) xs[2:n], all)
  let last = map (\j -> all[k - 1, j]) (iota n)
  in equal made (tabulate n (\i -> if i < 2 then last[i] else last[i] * 2 + 1))

def smooth [n] (xs: [n]f64) : [n]f64 =
  let here = xs[1:n - 1] :> [n - 2]f64
  let inside = map3 (\a b c -> (a + 2 * b + c) / 4) xs[0:n - 2] here xs[2:n]
  in [xs[0]] ++ inside ++ [xs[n - 1]] :> [n]f64

-- The way back of three slices, by the sums that it is: the matrix is not symmetric at its ends.
entry back (n: i64) (k: i64) : bool =
  let ws = map (* 4 ** f64.i64 k) (numbers n)
  let back (ws: [n]f64) : [n]f64 = tabulate n (\i ->
    let of j = if j == 0 || j == n - 1 then 0 else ws[j] / 4
    let ends = if i == 0 || i == n - 1 then ws[i] else 0
    in ends + (if i > 0 then of (i - 1) else 0) + 2 * of i + (if i < n - 1 then of (i + 1) else 0))
  in equal (vjp (\xs -> loop xs for _i < k do smooth xs) (numbers n) ws)
           (loop ws for _i < k do back ws)
