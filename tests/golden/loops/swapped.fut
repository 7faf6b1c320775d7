-- The new values are all computed from the old ones.
-- ==
-- input { 1 2 1 } output { 3 1 2 }
-- input { 1 2 9 } output { 1 2 3 }
def main (a: i32) (b: i32) (n: i32) =
  loop (x, y, z) = (a, b, 3) for _i < n do (z, x, y)
