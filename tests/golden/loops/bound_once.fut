-- The bound is computed once, before the first iteration.
-- ==
-- input { 3 } output { 24 }
def main (n: i32) = loop n for _i < n do n * 2
