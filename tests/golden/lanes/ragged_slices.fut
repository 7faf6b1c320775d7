-- Slices whose lengths differ from iteration to iteration: of no elements, of a few, of more than one
-- left fold takes, and of several chunks. All tiers give the same bits.
def lengths : []i64 = [3, 0, 17, 300, 1, 2500, 40, 1100, 0, 256, 257, 64, 5, 90, 7, 1024, 1025, 8, 2, 12]

def parts : ([]i64, []i64, i64) =
  let ends = scan (+) 0 lengths
  in (map2 (-) ends lengths, lengths, last ends)

def numbers (n: i64) (k: f64) : [n]f64 = tabulate n (\i -> 1 + 0.4 * f64.sin (k + 0.7 * f64.i64 i))

def bits [n] (xs: [n]f64) : u64 =
  reduce (\h x -> h * 0x9E3779B97F4A7C15 + x) 7 (map f64.to_bits xs)

-- Sums, extrema, and an operator that does not commute.
-- ==
-- tags { threads }
-- entry: folds
-- input { } output { 7983156203325617839u64
-- 15526823455310988550u64
-- 15363202447025995017u64
-- 10635480564933354263u64 }
entry folds : (u64, u64, u64, u64) =
  let (offsets, lengths, n) = parts
  let x = numbers n 0
  let each (f: (k: i64) -> [k]f64 -> f64) = bits (map2 (\o l -> let r = x[o:o + l] in f l (r :> [l]f64)) offsets lengths)
  in ( each (\l (r: [l]f64) -> f64.sum r)
     , each (\l (r: [l]f64) -> f64.maximum r - f64.minimum r)
     , each (\l (r: [l]f64) -> (reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\v -> (v - 0.2, v)) r)).1)
     , each (\l (r: [l]f64) -> f64.i64 (reduce (\(a, i) (b, j) -> if b > a then (b, j) else (a, i)) (-1, -1) (zip r (indices r))).1)
     )

-- Several passes over each, rows of a matrix, columns, and lengths that are asked for.
-- ==
-- entry: passes
-- input { } output { 1318456445259504324u64
-- 6279916945663184781u64
-- 4551416740464156077u64
-- 739248231082684216u64 }
entry passes : (u64, u64, u64, u64) =
  let (offsets, lengths, n) = parts
  let x = numbers n 0.3
  let y = tabulate_2d n 3 (\i j -> x[i] + f64.i64 j)
  let each f = bits (map2 f offsets lengths)
  in ( each (\o l ->
         let r = x[o:o + l]
         let top = f64.maximum r
         let e = map (\v -> f64.exp (v - top)) r
         in top + f64.log (1 + f64.sum e) + f64.sum (map2 (*) e r))
     , each (\o l -> f64.sum (map f64.sum y[o:o + l]))
     , each (\o l -> f64.sum y[o:o + l, 1] / f64.i64 (1 + length y[o:o + l]))
     , bits (map (\i -> f64.sum x[i64.max 0 (i - 4):i64.min n (i + 5)]) (iota n))
     )

-- Elements by number, in loops and conditions.
-- ==
-- entry: elements
-- input { } output { 1069006698639957107u64
-- 2196078316480964156u64 }
entry elements : (u64, u64) =
  let (offsets, lengths, n) = parts
  let x = numbers n 0.6
  let each (f: (k: i64) -> [k]f64 -> f64) = bits (map2 (\o l -> let r = x[o:o + l] in f l (r :> [l]f64)) offsets lengths)
  in ( each (\l (r: [l]f64) -> loop s = 0 for i < length r do 0.5 * s + r[i] * r[length r - 1 - i])
     , each (\l (r: [l]f64) -> if length r > 6 then r[length r / 2] - r[1] else 0)
     )

-- Derivatives of all of these: by both modes, along a direction.
-- ==
-- entry: derivatives
-- input { } output { [true, true, true, true, true] }
entry derivatives : [5]bool =
  let (offsets, lengths, n) = parts
  let sum_of (f: (k: i64) -> [k]f64 -> f64) (x: [n]f64) = f64.sum (map2 (\o l -> let r = x[o:o + l] in f l (r :> [l]f64)) offsets lengths)
  let both (f: [n]f64 -> f64) =
    let x = numbers n 1
    let d = numbers n 2
    let forward = jvp f x d
    let reverse = f64.sum (map2 (*) d (vjp f x 1))
    let second = f64.sum (map2 (*) d (jvp (\x -> vjp f x 1) x d))
    let twice = f64.sum (map2 (*) d (vjp (\x -> vjp f x 1) x d))
    let near a b = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a)
    in near forward reverse && near second twice
  in [ both (sum_of (\l (r: [l]f64) -> f64.sum r))
     , both (sum_of (\l (r: [l]f64) -> f64.max 0 (f64.maximum r) * f64.min 9 (f64.minimum r)))
     , both (sum_of (\l (r: [l]f64) -> f64.product (map (\v -> 1 + 0.001 * v) r)))
     , both (sum_of (\l (r: [l]f64) ->
         let top = f64.max 0 (f64.maximum r)
         in top * f64.log (1 + f64.sum (map (\v -> f64.exp (v - top)) r))))
     , both (\x -> f64.sum (map (\i -> f64.maximum x[i64.max 0 (i - 8):i64.min n (i + 9)] ** 2) (iota n)))
     ]

-- Of what rows begin or end with: rows have derivatives of their own.
-- ==
-- entry: rows
-- input { } output { [true, true, true, true, true] }
entry rows : [5]bool =
  let count (i: i64) = i * 5 % 12
  let both (f: i64 -> [12]f64 -> f64) =
    let at k = tabulate_2d 60 12 (\i j -> 1 + 0.4 * f64.sin (k + f64.i64 (i * 12 + j)))
    let g (x: [60][12]f64) = f64.sum (map2 f (iota 60) x)
    let (x, d) = (at 0, at 1)
    let dot a b = f64.sum (map2 (*) (flatten a) (flatten b))
    let near a b = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a)
    in near (jvp g x d) (dot d (vjp g x 1))
       && near (dot d (jvp (\x -> vjp g x 1) x d)) (dot d (vjp (\x -> vjp g x 1) x d))
  in [ both (\i r -> f64.sum (take (count i) r) / (1 + f64.i64 (count i)))
     , both (\i r -> f64.sum (map (** 3) (drop (count i) r)) * r[0])
     , both (\i r -> f64.maximum (take (1 + count i) r) * f64.sum r)
     , both (\i r -> loop s = 0 for v in take (count i) r do f64.tanh (0.5 * s + v))
     , both (\i r ->
         let doubled = map (\v -> v * r[1]) (take (1 + count i) r)
         in doubled[count i] * f64.sum doubled)
     ]

-- What fails alone fails among others.
-- ==
-- entry: too_long
-- input { 20i64 } error: 19:21
-- input { 21i64 } output { 300.0 }
entry too_long (n: i64) : f64 =
  let x = map f64.i64 (iota n)
  in f64.sum (map (\i -> f64.sum x[i:i + 1 + i % 2]) (iota 20))

-- ==
-- entry: backwards
-- input { 5i64 } error: 5:4
-- input { 40i64 } output { 19.0 }
entry backwards (k: i64) : f64 =
  let x = replicate 40 1f64
  let ends = map (\i -> if i == k then 4 else i + i % 3) (iota 20)
  in f64.sum (map2 (\i end -> f64.sum x[i:end]) (iota 20) ends)

-- ==
-- entry: nobody_reads
-- input { 3i64 } error: 3:41
-- input { 30i64 } output { 210i64 }
entry nobody_reads (k: i64) : i64 =
  let x = replicate 40 1f64
  let ends = map (\i -> if i == k then 41 else 2 * i) (iota 21)
  in i64.sum (map2 (\i end -> length x[i:end]) (iota 21) ends)

-- ==
-- entry: other_lengths
-- input { 7i64 } error: cannot match shape
-- input { 30i64 } output { 63.0 }
entry other_lengths (k: i64) : f64 =
  let x = replicate 40 1f64
  let ends = map (\i -> if i == k then 3 else i % 7) (iota 21)
  in f64.sum (map2 (\i end ->
       let l = i % 7
       in f64.sum (map2 (*) (x[i:i + l] :> [l]f64) (x[0:end] :> [l]f64))) (iota 21) ends)

-- ==
-- entry: outside
-- input { 9i64 } error: Index \[9\]
-- input { 3i64 } error: Index \[3\]
-- input { 2i64 } output { 40.0 }
entry outside (k: i64) : f64 =
  let x = replicate 60 1f64
  in f64.sum (map (\i -> let r = x[i:i + 3 + i % 5] in r[k] + f64.sum r[:1]) (iota 20))

-- An element that only the derivative looks at: where there is none, it fails as well.
-- ==
-- entry: looked_at
-- input { 2i64 } error: .*
-- input { 3i64 } output { true }
entry looked_at (k: i64) : bool =
  let f x =
    f64.sum (tabulate 20 (\i ->
      let v = x[i:i + i % 3]
      in f64.sum (map f64.sin v) + (if i % k == 0 then 0.1 else v[0])))
  let gradient = vjp f (numbers 40 0) 1
  in gradient[0] == 0 && gradient[1] == f64.cos ((numbers 40 0)[1]) + 1

-- Rows of vectors are folded with an operator on these.
-- ==
-- entry: vectors
-- input { } output { true }
entry vectors : bool =
  let y = tabulate_2d 50 2 (\i j -> f64.i64 (i * (j + 1)))
  let folded = tabulate 20 (\u -> reduce (map2 (+)) (replicate 2 0) y[u:u + 1 + u % 3])
  let plainly = tabulate 20 (\u -> loop s = replicate 2 0 for i < 1 + u % 3 do map2 (+) s y[u + i])
  in and (map2 (\a b -> and (map2 (==) a b)) folded plainly)

-- What loops keep is turned and chosen from.
-- ==
-- entry: turned
-- input { } output { true }
entry turned : bool =
  let f x =
    f64.sum (tabulate 20 (\i ->
      let v = x[i:i + i % 4]
      let first = if length v == 0 then 0.1 else v[0]
      in f64.product v + first))
  let x = numbers 40 0
  let d = numbers 40 1
  in f64.abs (f64.sum (map2 (*) d (vjp f x 1)) - jvp f x d) < 1e-9

-- Views of what loops keep, which is as long as each lane says; and what is not there fails.
-- ==
-- entry: views
-- input { } output { [true, true, true, true] }
entry views : [4]bool =
  let x = numbers 40 0
  let made n = loop h = replicate n 0f64 for k < n do h with [k] = x[k]
  let each f = tabulate 60 (\i -> f (1 + i % 7))
  let sum n = loop s = 0 for k < n do s + x[k]
  let same a b = and (map2 (\a b -> f64.abs (a - b) < 1e-9) a b)
  in [ same (each (\n -> f64.i64 (length (made n)[1:]))) (each (\n -> f64.i64 (n - 1)))
     , same (each (\n -> f64.sum (made n)[::-1])) (each sum)
     , same (each (\n -> (rotate 1 (made n))[0])) (each (\n -> x[1 % n]))
     , same (each (\n -> f64.sum (made n ++ made n))) (each (\n -> 2 * sum n))
     ]

-- ==
-- entry: lengths_of_views
-- input { } output { 897i64 }
entry lengths_of_views : i64 =
  let x = numbers 40 0
  in i64.sum (tabulate 300 (\i ->
       let n = 1 + i % 7
       let h = loop h = replicate n 0f64 for k < n do h with [k] = x[k]
       in length h[1:]))

-- ==
-- entry: not_kept
-- input { 3i64 } error: Index \[1\]
-- input { 1i64 } output { true }
entry not_kept (m: i64) : bool =
  let x = numbers 40 0
  in and (tabulate 60 (\i ->
       let n = 2 + i % m - m / 2
       let h = loop h = replicate n 0f64 for k < n do h with [k] = x[k]
       in h[1] == x[1]))

-- A whole row is added in some lanes, an element in others.
-- ==
-- entry: rows_and_elements
-- input { } output { true }
entry rows_and_elements : bool =
  let f (x: [40]f64) =
    f64.sum (tabulate 300 (\i ->
      let v = x[i % 20:i % 20 + i % 3]
      in f64.sum (map (\_ -> if i % 3 == 0 then f64.sum v else v[0]) (iota (i % 7)))))
  let x = numbers 40 0
  let d = numbers 40 1
  in f64.abs (f64.sum (map2 (*) d (vjp f x 1)) - jvp f x d) < 1e-9

-- A row that is not there, of which nothing is read; and loops of less than no turns.
-- ==
-- entry: no_row
-- input { 4i64 } error: 4, 2:2
-- input { 40i64 } output { 30.0 }
entry no_row (k: i64) : f64 =
  let y = replicate 4 (replicate 10 1f64)
  let rows = map (\i -> if i == k then 4 else i % 4) (iota 20)
  in f64.sum (map2 (\i r -> f64.sum y[r, 2:2 + (if i == k then 0 else i % 4)]) (iota 20) rows)

-- ==
-- entry: no_turns
-- input { } output { true }
entry no_turns : bool =
  let f (x: [40]f64) =
    f64.sum (tabulate 60 (\i ->
      let n = i % 7 - 3
      let v = x[i % 20:i % 20 + i64.max 0 n]
      in f64.product v + (loop s = 0.5 for k < n do f64.sin (s * x[k]))))
  let x = numbers 40 0
  let d = numbers 40 1
  in f64.abs (f64.sum (map2 (*) d (vjp f x 1)) - jvp f x d) < 1e-9
