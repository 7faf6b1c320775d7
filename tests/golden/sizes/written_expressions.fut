-- Any expression that binds no name may be a size. The same text is the same size, wherever it is.
-- ==
-- entry: slices
-- input { [1i32, 2i32, 3i32, 4i32] } output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64] [2i64, 2i64] }
-- ==
-- entry: ranges
-- input { 3i64 } output { [7i32, 7i32, 7i32] [1i64, 1i64] }
-- ==
-- entry: sections
-- input { 2i64 } output { [1i32, 1i32, 1i32, 1i32] [2i32, 2i32] [3i32, 3i32, 3i32] [4i32] [5i32] }
-- ==
-- entry: values
-- input { 2i64 } output { [1i32, 1i32] [2i32, 2i32, 2i32] [3i32, 3i32] [4i32, 4i32, 4i32] }
-- ==
-- entry: coerced
-- input { 2i64 [1i32, 2i32] } output { [0i64, 1i64] [9i32, 9i32] }
-- input { 3i64 [1i32, 2i32] } error: cannot match
-- ==
-- entry: empty_rows
-- input { [1i32, 2i32, 3i32] } output { empty([0][2]i32) empty([0][3]i32) empty([0][4]i64) }
-- ==
-- entry: chosen
-- input { [1i32, -2i32, 3i32] } output { [0i64, 1i64] [5i32, 5i32] }

def same 'a 'b [n] (xs: [n]a) (ys: [n]b) : ([n]a, [n]b) = (xs, ys)

def but_first (xs: []i32) : [length xs[1:]]i64 = iota (length xs[1:])
entry slices (xs: []i32) =
  let (as, bs) = same (iota (length xs[1:])) (but_first xs)
  let (cs, _) = same (replicate (length xs[0:4:2]) 2i64) (iota (length xs[0:4:2]))
  in (as, bs, cs)

def sevens (n: i64) : [length (0..<n)]i32 = replicate (length (0..<n)) 7
entry ranges (n: i64) =
  let (xs, _) = same (sevens n) (iota (length (0..<n)))
  let (ys, _) = same (replicate (length (0..2..<n)) 1i64) (iota (length (0..2..<n)))
  in (xs, ys)

def ap 'a (f: a -> i64) (x: a) : i64 = f x
def plus_2 (n: i64) : [ap (+ 2) n]i32 = replicate (ap (+ 2) n) 1
entry sections (n: i64) =
  let r = {a = n, b = [n, n + 1]}
  let (as, _) = same (plus_2 n) (iota (ap (+ 2) n))
  let (bs, _) = same (replicate (ap (.a) r) 2i32) (iota (ap (.a) r))
  let (cs, _) = same (replicate (ap (.b[n - 1]) r) 3i32) (iota (ap (.b[n - 1]) r))
  let (ds, _) = same (replicate (ap (3 -) n) 4i32) (iota (ap (3 -) n))
  let (es, _) = same (replicate (ap (`i64.min` 1) n) 5i32) (iota (ap (`i64.min` 1) n))
  in (as, bs, cs, ds, es)

def either (x: #left i64 | #right (i64, i64)) : i64 =
  match x
  case #left k -> k
  case #right (j, k) -> j + k
def lefts (n: i64) : [either (#left n)]i32 = replicate (either (#left n)) 1
entry values (n: i64) =
  let r = {a = 1, b = n}
  let (as, _) = same (lefts n) (iota (either (#left n)))
  let (bs, _) = same (replicate (length "abc") 2i32) (iota (length "abc"))
  let (cs, _) = same (replicate (r with a = n).a 3i32) (iota (r with a = n).a)
  let (ds, _) = same (replicate (either (#right (1, n))) 4i32) (iota (either (#right (1, n))))
  in (as, bs, cs, ds)

def nines [m] (n: i64) (xs: [m]i32) : [length (xs :> [n]i32)]i32 =
  replicate (length (xs :> [n]i32)) 9
entry coerced [m] (n: i64) (xs: [m]i32) =
  same (iota (length (xs :> [n]i32))) (nines n xs)

-- Where no value shows them, they are computed.
def no_rows (xs: []i32) : [0][length xs[1:]]i32 = []
def none 'a (n: i64) : [0][n]a = []
entry empty_rows (xs: []i32) : ([][]i32, [][]i32, [][]i64) =
  (no_rows xs, none (length (map (+ 1) xs)), none (i64.sum (0..<3) + length xs[:1]))

entry chosen (xs: []i32) =
  same (iota (length (filter (> 0) xs))) (replicate (length (filter (> 0) xs)) 5i32)
