-- ==
-- input { 10 [1, 2] [3, 4] } output { [17, 18] }
def main (k: i32) (xs: []i32) (ys: []i32) =
  let s = reduce (+) 0 ys
  in map (\x -> x + k + s - 1) xs
