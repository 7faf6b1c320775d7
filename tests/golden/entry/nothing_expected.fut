-- A case without an expectation must only succeed.
-- ==
-- input { 1 }
entry main (x: i32) = map (+ x) [1, 2, 3]
