-- ==
-- input { [4, 2] } output { 2 }
-- input { [4, 0] } error: [Dd]ivision by zero
def main (xs: []i32) = reduce (\a b -> if a == -1 then b else a / b) (-1) xs
