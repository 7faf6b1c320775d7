-- A copy of a constant may be changed, again and again.
-- ==
-- input { 5 } output { [5, 2, 3] [1, 5, 3] [1, 2, 3] }
def table : [3]i32 = [1, 2, 3]
def main (x: i32) =
  (copy table with [0] = x, copy table with [1] = x, copy table)
