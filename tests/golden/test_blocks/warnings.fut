-- ==
-- input { 1 } output { 1 }
-- warning: .
let main (x: i32) = if [x] == [x] then x else 0
