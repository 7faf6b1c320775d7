-- What may be consumed, and how often.
-- ==
-- entry: chain
-- input { 4i64 } output { [7i64, 1i64, 9i64, 3i64] }
-- ==
-- entry: branches
-- input { 3i64 true } output { 11i64 }
-- input { 3i64 false } output { 10i64 }
-- ==
-- entry: looping
-- input { 4i64 } output { [0i64, 1i64, 2i64, 3i64] [1i64, 1i64, 1i64, 1i64] }
-- ==
-- entry: apart
-- input { 3i64 } output { 5i64 0i64 }
-- ==
-- entry: inferred
-- input { 3i64 } output { [8i64, 1i64, 2i64] }
-- ==
-- entry: copied
-- input { [1i32, 2i32] } output { [9i32, 2i32] 1i32 }

-- Each update gives a value of its own.
entry chain (n: i64): []i64 =
  let xs = iota n
  let xs[0] = 7
  let ys = xs with [2] = 9
  in ys

-- Branches do not see what the others consume.
entry branches (n: i64) (b: bool): i64 =
  let xs = iota n
  in if b
     then (xs with [0] = 11)[0]
     else (xs with [1] = 10)[1]

-- A loop finds out which of its parameters it consumes.
entry looping (n: i64): ([]i64, []i64) =
  let keep = replicate n 1i64
  in loop (xs, ys) = (replicate n 0, keep) for i < n do
       (xs with [i] = i, ys)

-- The components of a pair are apart.
entry apart (n: i64): (i64, i64) =
  let (xs, ys) = (iota n, iota n)
  let xs[1] = 5
  in (xs[1], ys[0])

def fresh (n: i64) = let xs = iota n in xs
def through (xs: *[]i64) = xs

-- That a result aliases nothing is inferred.
entry inferred (n: i64): []i64 = through (fresh n) with [0] = 8

entry copied (xs: []i32): ([]i32, i32) =
  let ys = copy xs with [0] = 9
  in (ys, xs[0])

def pairs = {start = [1i32, 2], step = \(xs: []i32) -> map (+ 1) xs}

-- A function from a definition's record gives what is its own.
def stepped (xs: []i32): []i32 = pairs.step xs
