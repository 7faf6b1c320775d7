-- The unit has no value to show.
-- ==
-- input { 1 } output { 1 2 }
entry main (x: i32) = (x, (), x + 1)
