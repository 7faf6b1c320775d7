-- ==
-- input { [1, 2, 3, 4] } output { [2, 4] }
type t = #even i32 | #odd
def main (xs: []i32) =
  map (\x -> if x % 2 == 0 then #even x else #odd) xs
  |> filter (\(v: t) -> match v case #even _ -> true case #odd -> false)
  |> map (\v -> match v case #even x -> x case #odd -> 0)
