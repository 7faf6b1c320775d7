-- let is the old word for def.
-- ==
-- input { 3 } output { 4 }
let one : i32 = 1
let f (x: i32) = x + one
let main (x: i32) = f x
