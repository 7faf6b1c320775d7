-- The body of a loop that does not run raises no error.
-- ==
-- input { 0 } output { 5 }
-- input { 1 } error: [Dd]ivision by zero
def main (x: i32) = (loop (y, go) = (5, x != 0) while go do (y / 0, false)).0
