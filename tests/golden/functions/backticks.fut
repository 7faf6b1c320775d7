-- Any function may be infix, with the loosest binding, to the left.
-- ==
-- input { 10 3 } output { 7 5 14 }
def minus (a: i32) (b: i32) = a - b
def main (a: i32) (b: i32) = (a `minus` b, a `minus` b `minus` 2, a * 2 `minus` b * 2)
