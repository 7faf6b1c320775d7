-- && and || do not look at their right-hand side without need.
-- ==
-- input { 0 } output { false true }
-- input { 5 } output { true true }
-- input { 100 } output { false false }
def main (x: i32) = (x != 0 && 10 / x > 1, x == 0 || 10 / x > 1)
