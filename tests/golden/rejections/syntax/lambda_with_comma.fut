-- ==
-- error: Parameters have no commas
def main (xs: []i32) = map2 (\x, y -> x + y) xs xs
