-- Input of the wrong type, or too little of it, or too much.
-- ==
-- input { 1.0 } error: .
-- input { 1i64 } error: .
-- input { [1] } error: .
-- input { } error: .
-- input { 1 2 } error: .
-- input { 1 } output { 1 }
entry main (x: i32) = x
