-- ==
-- input { [1] } error: [Hh]ole
-- input { empty([0]i32) } output { empty([0][2]i32) }
def main (xs: []i32) : [][2]i32 = map (\_ -> ???) xs
