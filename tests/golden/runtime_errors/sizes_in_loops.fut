-- Arrays in loops whose sizes are more than a number can tell: each loop is long enough to become
-- machine code, with lengths that are known before it, and others that are not.
-- ==
-- entry: rotated updated flattened
-- input { 4294967296i64 5000i64 } error: Out of memory|Cannot reshape
-- ==
-- entry: joined
-- input { 4294967296i64 5000i64 } output { 85899345920000i64 }
-- input { 4611686018427387904i64 5000i64 } error: Out of memory
-- ==
-- entry: flattened
-- input { 3i64 5000i64 } output { 45000i64 }
-- ==
-- entry: grown
-- input { 5000i64 } error: Out of memory
-- ==
-- entry: four
-- input { 5000i64 } error: Out of memory

entry rotated (n: i64) (t: i64) : i64 =
  loop acc = 0 for i < t do
    let xs = replicate n (replicate n i)
    let ys = rotate 1 xs
    in acc + ys[i % n, 3]

entry updated (n: i64) (t: i64) : i64 =
  loop acc = 0 for i < t do
    let xs = replicate n (replicate n i) with [3, 4] = 7
    in acc + xs[i % n, 3]

entry joined (n: i64) (t: i64) : i64 =
  loop acc = 0 for i < t do
    let xs = replicate n (replicate (i - i) 1i64)
    let ys = xs ++ xs ++ xs ++ xs
    in acc + length ys

entry flattened (n: i64) (t: i64) : i64 =
  loop acc = 0 for i < t do
    acc + length (flatten (replicate n (replicate n (replicate (i * 0) 1i64))))

-- Lengths that the loop computes: 2^32 in each direction in the end.
entry grown (t: i64) : i64 =
  let (acc, _) =
    loop (acc, n) = (0, 2) for i < t do
      let xs = replicate n (replicate n i) with [1, 1] = 7
      in (acc + xs[i % n, 0], if i == t - 2 then 4294967296 else n)
  in acc

-- Four times 2^62 is 0.
entry four (t: i64) : i64 =
  let (acc, _) =
    loop (acc, n) = (0, 2) for i < t do
      let xs = iota n
      let ys = xs ++ xs ++ xs ++ xs
      in (acc + ys[i % n], if i == t - 2 then 4611686018427387904 else n)
  in acc
