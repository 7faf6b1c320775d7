-- A loop that does not run does not reach its hole.
-- ==
-- input { 0 } output { 5 }
-- input { 1 } error: [Hh]ole
def main (n: i32) : i32 = loop x = 5 for _i < n do ???
