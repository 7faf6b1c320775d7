-- ==
-- input { 10 } output { 13 7 -7 2 5 true }
def main (x: i32) =
  ((+ 3) x, (x -) 3, (3 -) x, (x %) 4, (/ 2) x, (> 5) x)
