-- ==
-- error: :3:41-.*Cannot apply
def main [n] (xs: [n]i32) = map2 (+) xs (tail xs)
