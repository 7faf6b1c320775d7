-- Constructors whose payloads have sizes that are made below them.
-- ==
-- entry: kept
-- input { [1i32, -2i32, 3i32] } output { [1i32, 3i32] }
-- input { [-1i32] } output { empty([0]i32) }
-- ==
-- entry: counted
-- input { [1i32, -2i32, 3i32] } output { 2i64 }
-- ==
-- entry: made
-- input { 3i64 true } output { [0i64, 1i64, 2i64] }
-- input { 3i64 false } output { empty([0]i64) }
-- ==
-- entry: longer
-- input { true } output { [7i32, 8i32] }
-- input { false } output { [0i32, 0i32, 0i32, 0i32] }
-- ==
-- entry: either
-- input { true } output { [0i64, 1i64, 2i64] }
-- input { false } output { [0i64, 1i64, 2i64, 3i64] }
type maybe 'a = #some a | #none
def positive (xs: []i32) : maybe ([]i32) = let ys = filter (> 0) xs in #some ys
entry kept (xs: []i32) = match positive xs case #some ys -> ys case #none -> []
def count (m: maybe ([]i32)) = match m case #some ys -> length ys case #none -> 0
entry counted (xs: []i32) = count (let ys = filter (> 0) xs in #some ys)
def maker (n: i64) (b: bool) : maybe ([]i64) =
  let (k, _) = (n, n) in if b then #some (iota k) else #none
entry made (n: i64) (b: bool) = match maker n b case #some ys -> ys case #none -> []
def extended [n] (b: bool) (m: maybe ([n]i32)) : maybe ([]i32) =
  if b then m else (let k = n + 2 in #some (replicate k 0))
entry longer (b: bool) = match extended b (#some [7, 8]) case #some ys -> ys case #none -> []
def lengths (b: bool) : maybe ([]i64) = if b then #some (iota 3) else #some (iota 4)
entry either (b: bool) = match lengths b case #some ys -> ys case #none -> []
