-- The size of a parameter may change from one iteration to the next.
-- ==
-- input { 3 } output { [1, 1, 1, 1, 1, 1, 1, 1] 8i64 }
-- input { 0 } output { [1] 1i64 }
def main (n: i32) =
  let xs = loop (xs: []i32) = [1] for _i < n do xs ++ xs
  in (xs, length xs)
