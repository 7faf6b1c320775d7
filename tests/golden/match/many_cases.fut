-- ==
-- input { [0, 1, 2, 3, 4, 5, 6, 7] } output { [9, 8, 7, 6, 5, 4, 3, 0] }
def main (xs: []i32) =
  map (\x -> match x
             case 0 -> 9
             case 1 -> 8
             case 2 -> 7
             case 3 -> 6
             case 4 -> 5
             case 5 -> 4
             case 6 -> 3
             case _ -> 0) xs
