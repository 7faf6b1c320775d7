-- ==
-- input { [1, 2] } output { [2, 4] }
-- input { [1, 0] } error: [Hh]ole
def main (xs: []i32) = map (\x -> if x > 0 then x * 2 else ???) xs
