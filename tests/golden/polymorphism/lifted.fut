-- A parameter 'a with ^ may be a function.
-- ==
-- input { 3 } output { 4 3 }
def pass '^a (x: a) : a = x
def main (x: i32) = (pass (+ 1) x, pass x)
