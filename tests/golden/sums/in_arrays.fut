-- ==
-- input { [1, -2, 3] } output { [1, 0, 3] 2 }
type maybe = #just i32 | #nothing
def main (xs: []i32) =
  let ms : []maybe = map (\x -> if x > 0 then #just x else #nothing) xs
  in ( map (\m -> match m case #just x -> x case #nothing -> 0) ms
     , i32.sum (map (\m -> match m case #just _ -> 1 case #nothing -> 0) ms) )
