-- A size that is made of another one stays so when that one is an expression that goes out of
-- scope, whatever stands first.
def cut [n] (xs: [n]i32) =
  let ys = filter (> 0) xs
  in (replicate (length ys) true, replicate (n - length ys) 0i32)
def cut_back [n] (xs: [n]i32) =
  let ys = filter (> 0) xs
  in (replicate (n - length ys) 0i32, replicate (length ys) true)
def kept [n] (xs: [n]i32) : ?[k].([k]bool, [n - k]i32) = cut xs
def kept_back [n] (xs: [n]i32) : ?[k].([n - k]i32, [k]bool) = cut_back xs

-- ==
-- entry: both
-- input { [1, -2, 3] } output { [true, true] [0] [0] [true, true] }
entry both (xs: []i32) =
  let (a, b) = kept xs
  let (c, d) = kept_back xs
  in (a, b, c, d)

def sliced [n] (at: []i64) (xs: [n]i32) =
  let k = map (+ 1) at
  in (xs[0:k[0]], xs[k[0]:n])
def back [n] [k] (a: [k]i32) (b: [n - k]i32) : [n]i32 = a ++ b :> [n]i32
-- ==
-- entry: slices
-- input { [1i64] [1, 2, 3] } output { [1, 2, 3] }
entry slices [n] (at: []i64) (xs: [n]i32) : [n]i32 =
  let (a, b) = sliced at xs
  in back a b

-- The same of functions within a definition.
-- ==
-- entry: within
-- input { [0i64] [1, 2, 3] } output { [1, 2, 3] [1, 2, 3] }
entry within [n] (at: []i64) (xs: [n]i32) : ([n]i32, [n]i32) =
  let go () =
    let k = map (+ 1) at
    in (xs[0:k[0]], xs[k[0]:n])
  let (a, b) = go ()
  let (c, d) =
    (\ys ->
       let k = map (+ 1) at
       in (ys[0:k[0]], ys[k[0]:n]))
      xs
  in (back a b, back c d)

-- One of the other, and that one of a third; under a name, too.
def chain [n] (xs: [n]i32) =
  let ys = filter (> 0) xs
  let c = length ys
  in (iota (n - (c + 1)), iota ((c + 1) * 2), iota (length ys + 1), iota c)
def chained [n] (xs: [n]i32) : ?[k].([n - (k + 1)]i64, [(k + 1) * 2]i64, [k + 1]i64, [k]i64) =
  chain xs
-- ==
-- entry: lengths
-- input { [1, -2, 3, -4] } output { 1i64 6i64 3i64 2i64 }
entry lengths (xs: []i32) =
  let (a, b, c, d) = chained xs
  in (length a, length b, length c, length d)

-- What is shown nowhere gets no name, but what is made of it still does.
def inner [n] (xs: [n]i32) =
  let ys = filter (> 0) xs
  in (iota (length ys + 1), iota ((length ys + 1) * 2))
def inner_kept [n] (xs: [n]i32) : ?[k].([k]i64, [k * 2]i64) = inner xs
-- Nor do rows that are not there show theirs.
def rows [n] (xs: [n]i32) =
  let ys = filter (> 0) xs
  in (ys, iota (length ys), replicate 0 (replicate (n - length ys) 0i32))
def rows_kept [n] (xs: [n]i32) : ?[m][k].([m]i32, [k]i64, [0][n - k]i32) = rows xs
-- A function beside it takes what is shown.
def counter [n] (xs: [n]i32) =
  let ys = filter (> 0) xs
  in (iota (length ys), \(zs: [n - length ys]i32) -> length zs)
-- ==
-- entry: others
-- input { [1, -2, 3] } output { 3i64 6i64 1i64 1i64 }
entry others [n] (xs: [n]i32) =
  let (a, b) = inner_kept xs
  let (_, _, none) = rows_kept xs
  let [k] (_: [k]i64, count) = counter xs
  in (length a, length b, length (transpose none), count (replicate (n - k) 0))

-- Of a constant.
def halves =
  let ys = filter (> 0) [1i32, -2, 3]
  in (replicate (length ys) true, replicate (3 - length ys) 0i32)
def total [k] (a: [k]bool) (b: [3 - k]i32) = length a + length b
-- ==
-- entry: of_constant
-- input { } output { 3i64 }
entry of_constant = let (a, b) = halves in total a b

-- An abstract type shows its sizes, too.
module row : {
  type t [k]
  val make : (k: i64) -> t [k]
  val size [k] : t [k] -> i64
} = {
  type t [k] = [k]i32
  def make (k: i64) = replicate k 1i32
  def size [k] (_: t [k]) = k
}
def with_row [n] (xs: [n]i32) =
  let ys = filter (> 0) xs
  in (row.make (length ys), replicate (n - length ys) 0i32)
def with_row_kept [n] (xs: [n]i32) : ?[k].(row.t [k], [n - k]i32) = with_row xs
-- ==
-- entry: abstract
-- input { [1, -2, 3] } output { 2i64 1i64 }
entry abstract (xs: []i32) = let (a, b) = with_row_kept xs in (row.size a, length b)
