-- The size that a result must have may come from the context.
-- ==
-- input { [1, 2, 3] } output { [6, 7, 8] }
def same [n] (x: i32) : [n]i32 = replicate n x
def main [n] (xs: [n]i32) : [n]i32 = map2 (+) xs (same 5)
