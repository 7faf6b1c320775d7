-- ==
-- input { 7 2 } output { 72 }
def (x: i32) <+> (y: i32) : i32 = x * 10 + y
def main (a: i32) (b: i32) = a <+> b
