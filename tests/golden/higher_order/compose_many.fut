-- ==
-- input { 3 } output { 42 }
def compose 'a 'b 'c (f: b -> c) (g: a -> b) (x: a) : c = f (g x)
def main (x: i32) = compose (+ 2) (compose (* 5) (+ 5)) x
