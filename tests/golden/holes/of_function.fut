-- ==
-- input { 5 } output { 6 }
-- input { -5 } error: [Hh]ole
def later (x: i32) : i32 = ???
def main (x: i32) = if x < 0 then later x else x + 1
