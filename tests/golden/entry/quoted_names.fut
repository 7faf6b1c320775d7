-- A name in quotes may be given to a case.
-- ==
-- "one" input { 1 } output { 2 }
-- "two" input { 2 } output { 3 }
entry main (x: i32) = x + 1
