-- ==
-- input { 0 } error: [Dd]ivision
-- input { 1 } error:.*
-- input { 2 } output { 5 }
def main (x: i32) = if x == 1 then assert false 1 else 10 / x
