-- ==
-- input { 1 } error: .
-- input { 1 2 3 } error: .
-- input { 1 2 } output { 3 }
entry main (x: i32) (y: i32) = x + y
