-- A match with a single case has that case's type: sizes that are made of one another stay so.
def parts [n] (xs: [n]i32) : ?[k].([k]i32, [n - k]i32) =
  match 0
  case zero -> partition (> zero) xs

-- Names that the pattern binds are not known outside.
def counts [n] (xs: [n]i32) : ?[k].([k]i64, [n - k]i64) =
  match xs
  case ys ->
    let count = filter (> 0) ys |> length
    in (iota count, iota (n - count))

def sums (x: i64) : ?[k][m].([k + m]i64, [k]i64, [m]i64) =
  match (x, x + 1)
  case (a, b) -> (iota (a + b), iota a, iota b)

def back [n] [k] (a: [k]i32) (b: [n - k]i32) : [n]i32 = a ++ b :> [n]i32

-- ==
-- entry: joined
-- input { [1, -2, 3] } output { [1, 3, -2] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry joined [n] (xs: [n]i32) : [n]i32 =
  let (a, b) = match parts xs case (a, b) -> match (b, a) case (x, y) -> (y, x)
  in back a b

-- ==
-- entry: lengths
-- input { [1, -2, 3] } output { 2i64 1i64 7i64 3i64 4i64 }
entry lengths [n] (xs: [n]i32) =
  let (a, b) = counts xs
  let (ab, c, d) = sums n
  in (length a, length b, length ab, length c, length d)

-- ==
-- entry: payload
-- input { [1, -2, 3] } output { [1, 3] }
entry payload (xs: []i32) =
  let found : (#some ([]i32) | #none) = match xs case ys -> #some (filter (> 0) ys)
  in match found
     case #some ys -> ys
     case #none -> []
