-- ==
-- input { true 1 2 } output { 1 2 [1] }
-- input { false 1 2 } output { 2 1 [2] }
def main (c: bool) (a: i32) (b: i32) = if c then (a, b, [a]) else (b, a, [b])
