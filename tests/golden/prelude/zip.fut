-- Arrays of tuples and back.
-- ==
-- entry: pairs
-- input { [1, 2] [true, false] }
-- output { [1, 2] [true, false] [1, 2] [true, false] }
-- input { empty([0]i32) empty([0]bool) }
-- output { empty([0]i32) empty([0]bool) empty([0]i32) empty([0]bool) }
entry pairs [n] (xs: [n]i32) (ys: [n]bool) =
  let (a, b) = unzip (zip xs ys)
  let (c, d) = unzip2 (zip2 xs ys)
  in (a, b, c, d)

-- ==
-- entry: triples
-- input { [1, 2] [3, 4] [5, 6] }
-- output { [1, 2] [3, 4] [5, 6] }
entry triples [n] (as: [n]i32) (bs: [n]i32) (cs: [n]i32) = unzip3 (zip3 as bs cs)

-- ==
-- entry: quadruples
-- input { [1] [2] [3] [4] }
-- output { [1] [2] [3] [4] }
entry quadruples [n] (as: [n]i32) (bs: [n]i32) (cs: [n]i32) (ds: [n]i32) =
  unzip4 (zip4 as bs cs ds)

-- ==
-- entry: quintuples
-- input { [1] [2] [3] [4] [5] }
-- output { [1] [2] [3] [4] [5] }
-- input { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
entry quintuples [n] (as: [n]i32) (bs: [n]i32) (cs: [n]i32) (ds: [n]i32) (es: [n]i32) =
  unzip5 (zip5 as bs cs ds es)

-- Rows of an array keep their shape inside tuples, even if there are none.
-- ==
-- entry: rows
-- input { empty([0][2]i32) empty([0]bool) }
-- output { empty([0][2]i32) empty([0]bool) }
-- input { [[1, 2]] [true] }
-- output { [[1, 2]] [true] }
entry rows [n] (xs: [n][2]i32) (ys: [n]bool) = unzip (zip xs ys)

-- Different lengths are refused.
-- ==
-- entry: different
-- input { [1, 2] [1, 2, 3] }
-- error: .
entry different [n] [m] (xs: [n]i32) (ys: [m]i32) = zip xs (ys :> [n]i32) |> map (.0)
