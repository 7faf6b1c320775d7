-- An array that nobody else holds is appended to where it is, if its memory has room: what holds it
-- too, or part of it, keeps what it had.
-- ==
-- entry: grown
-- input { 0i64 } output { 0i64 0f64 }
-- input { 30000i64 } output { 30000i64 449985000f64 }
-- ==
-- entry: held
-- input { 20000i64 } output { true }
-- input { 3i64 } output { true }
-- ==
-- entry: twice
-- input { 20000i64 } output { true }
-- ==
-- entry: from_the_middle
-- input { 40000i64 } output { true }
-- ==
-- entry: rows
-- input { 9000i64 } output { true }
-- ==
-- entry: overwritten
-- input { 20000i64 } output { true }

def numbers (n: i64) : [n]f64 = copy (map f64.i64 (iota n))

def same [n] [m] (xs: [n]f64) (ys: [m]f64) : bool =
  n == m && and (map2 (==) xs (ys :> [n]f64))

def from_to (a: i64) (b: i64) = map f64.i64 (a..<b)

entry grown (n: i64) : (i64, f64) =
  let xs = loop xs = [] for i < n do xs ++ [f64.i64 i]
  in (length xs, f64.sum xs)

entry held (n: i64) : bool =
  let xs = numbers n
  let ys = xs ++ [1]
  let zs = xs ++ [2, 3]
  in ys[n] == 1 && zs[n] == 2 && zs[n + 1] == 3 && same xs (take n ys) && same xs (take n zs)
     && same xs (from_to 0 n)

entry twice (n: i64) : bool =
  let xs = numbers n
  let ys = xs ++ xs
  let zs = ys ++ ys
  in same zs (from_to 0 n ++ from_to 0 n ++ from_to 0 n ++ from_to 0 n)

-- Rows without the first ones; every other row; rows from the last one on.
entry from_the_middle (n: i64) : bool =
  let later = drop (n / 4) (numbers n) ++ [0.5]
  let even = (numbers n)[::2] ++ [0.5]
  let back = reverse (numbers n) ++ [0.5]
  let few = take 5 (numbers n) ++ [0.5]
  in same later (from_to (n / 4) n ++ [0.5]) && even[n / 2] == 0.5 && even[3] == 6
     && same back (reverse (from_to 0 n) ++ [0.5]) && same few ([0, 1, 2, 3, 4, 0.5])

entry rows (n: i64) : bool =
  let a = unflatten (numbers (n * 2))
  let b = loop b: [][2]f64 = a for i < 100 do b ++ [[f64.i64 i, -1]]
  in same (flatten (take n b)) (from_to 0 (2 * n)) && b[n + 41, 0] == 41 && b[n + 99, 1] == -1
     && length b == n + 100

-- What is appended to is updated, too.
entry overwritten (n: i64) : bool =
  let xs = loop xs = numbers n for i < 50 do
    let ys = copy xs ++ [f64.i64 i]
    in ys with [i] = 0.5
  in xs[n + 49] == 49 && xs[49] == 0.5 && xs[50] == 50
