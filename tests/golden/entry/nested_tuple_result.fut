-- ==
-- input { 3 } output { 3 4 5 }
entry main (x: i32) : (i32, i32, i32) =
  let ((a, b), c) = ((x, x + 1), x + 2)
  in (a, b, c)
