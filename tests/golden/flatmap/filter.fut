-- Filtering by arrays of one element or none.
-- ==
-- input { [3, -1, 4] } output { [3, 4] }
def main (xs: []i32) =
  let (_, _, _, ys) = flatmap' (\x -> filter (> 0) [x]) xs
  in ys
