-- ==
-- input { 1 true } output { 1 true 1 }
def apply 'a 'b (f: a -> b) (x: a) : b = f x
def main (x: i32) (b: bool) = (apply id x, apply (&& b) b, apply i32.bool b)
