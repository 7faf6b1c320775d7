-- ==
-- input { 1 } output { 1 }
-- warning: Unused type "b"

def f 'a 'b (x: a) (_: i32) = x
def main (x: i32) = f x 2
