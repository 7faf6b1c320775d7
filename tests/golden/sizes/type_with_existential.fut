-- A type with ~ may hide a size.
-- ==
-- input { [3, -1, 4] } output { [3, 4] 2i64 }
type~ bag = []i32
def keep (xs: []i32) : bag = filter (> 0) xs
def main (xs: []i32) =
  let b : bag = keep xs
  in (b, length b)
