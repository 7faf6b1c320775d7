-- Arrays of a size that grows with the depth.
-- ==
-- input { 3 } output { [0, 1, 1, 2, 1, 2, 2, 3] }
def bits (n: i32) : []i32 =
  if n == 0 then [0]
  else let half = bits (n - 1) in half ++ map (+ 1) half
def main (n: i32) = bits n
