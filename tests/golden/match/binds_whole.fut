-- A variable takes the whole value, and shadows.
-- ==
-- input { 5 } output { 6 5 }
def main (x: i32) = (match x + 1 case x -> x, x)
