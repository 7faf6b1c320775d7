-- ==
-- input { 3 }
-- output @ data/squares.out
def main (n: i32) = map (\x -> x * x) (1...n)
