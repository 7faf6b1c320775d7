-- ==
-- input { [1, 2, 3, 4, 5] } output { 2 5i64 }
def main [n] (xs: [n]i32) = (i32.sum (map (\x -> i32.bool (x % 2 == 0)) xs), i64.sum (map (const 1) xs))
