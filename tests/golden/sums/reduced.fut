-- The last error, if any.
-- ==
-- input { [1, -2, 3, -4] } output { -4 }
-- input { [1, 2] } output { 0 }
type r = #ok | #err i32
def main (xs: []i32) =
  let f (a: r) (b: r) : r = match b case #err _ -> b case #ok -> a
  in match reduce f #ok (map (\x -> if x < 0 then #err x else #ok) xs)
     case #ok -> 0
     case #err e -> e
