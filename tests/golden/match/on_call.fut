-- ==
-- input { 17 } output { 2 1 }
def divmod (a: i32) (b: i32) = (a / b, a % b)
def main (x: i32) = match divmod x 8 case (q, r) -> (q, r)
