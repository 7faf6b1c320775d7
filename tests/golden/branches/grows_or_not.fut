-- One branch gives an argument, another one something longer that has it in it. Neither size is
-- that of the result.
-- ==
-- entry: join
-- input { [1, 2] [3] } output { [1, 2, 0, 3] }
-- input { empty([0]i32) [3] } output { [3] }
-- input { [1] empty([0]i32) } output { [1] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) }
entry join (xs: []i32) (ys: []i32) : []i32 =
  if null xs then ys else if null ys then xs else xs ++ [0] ++ ys

-- In a pair with what is not an array.
-- ==
-- entry: numbered
-- input { 1 [5, 6] } output { 1 [5, 6, 1] }
-- input { 0 [5, 6] } output { 0 [5, 6] }
entry numbered (k: i32) (xs: []i32) : (i32, []i32) =
  if k == 0 then (k, xs) else (k, xs ++ [k])

-- Matches too.
-- ==
-- entry: repeated
-- input { 0 [5] } output { [5] }
-- input { 1 [5] } output { [5, 5] }
-- input { 2 [5] } output { [5, 5, 5] }
entry repeated (k: i32) (xs: []i32) : []i32 =
  match k
  case 0 -> xs
  case 1 -> xs ++ xs
  case _ -> xs ++ xs ++ xs
