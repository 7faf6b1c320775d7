-- Arrays of one unknown size fit together.
-- ==
-- input { [3, -1, 4] } output { [4, 6] }
def main (xs: []i32) =
  let ys = filter (> 0) xs
  let zs = map (\y -> if y > 3 then 2 else 1) ys
  in map2 (+) ys zs
