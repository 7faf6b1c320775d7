-- Values by chance: what holds for all of them.
-- ==
-- random input { [100]i32 [100]i32 } output { true }
-- random input { [0]i32 [0]i32 } output { true }
def main [n] (xs: [n]i32) (ys: [n]i32) = and (map2 (\x y -> x + y == y + x) xs ys)
