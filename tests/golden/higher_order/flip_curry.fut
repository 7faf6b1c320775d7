-- ==
-- input { 7 2 } output { -5 5 5 }
def main (a: i32) (b: i32) = (flip (-) a b, uncurry (-) (a, b), curry (\(x, y) -> x - y) a b)
