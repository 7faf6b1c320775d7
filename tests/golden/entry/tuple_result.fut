-- The parts of a tuple come one by one.
-- ==
-- input { 3 } output { 3 true [3, 3] }
entry main (x: i32) = (x, x > 0, [x, x])
