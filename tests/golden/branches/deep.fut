-- Which of 16 leaves?
-- ==
-- input { [0, 5, 10, 15] } output { [0, 5, 10, 15] }
def main (xs: []i32) =
  let leaf x =
    if x < 8
    then if x < 4
         then if x < 2 then if x == 0 then 0 else 1 else if x == 2 then 2 else 3
         else if x < 6 then if x == 4 then 4 else 5 else if x == 6 then 6 else 7
    else if x < 12
         then if x < 10 then if x == 8 then 8 else 9 else if x == 10 then 10 else 11
         else if x < 14 then if x == 12 then 12 else 13 else if x == 14 then 14 else 15
  in map leaf xs
