-- Functions may not come from branches, but may branch.
-- ==
-- input { true 4 } output { 5 }
-- input { false 4 } output { 3 }
def choose 'a (c: bool) (f: a -> a) (g: a -> a) (x: a) = if c then f x else g x
def main (c: bool) (x: i32) = choose c (+ 1) (\y -> y - 1) x
