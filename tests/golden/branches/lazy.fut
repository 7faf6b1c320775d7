-- Only the branch that is taken is computed.
-- ==
-- input { 0 } output { 0 }
-- input { 5 } output { 20 }
def main (x: i32) = if x == 0 then 0 else 100 / x
