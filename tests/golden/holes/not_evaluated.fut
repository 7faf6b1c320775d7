-- A hole is an error only when it is reached.
-- ==
-- input { 1 } output { 2 }
-- input { 0 } error: [Hh]ole
def main (x: i32) = if x == 0 then ??? else x + 1
