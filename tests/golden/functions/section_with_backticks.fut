-- ==
-- input { 4 } output { 3 1 }
def minus (a: i32) (b: i32) = a - b
def main (x: i32) = ((`minus` 1) x, (5 `minus`) x)
