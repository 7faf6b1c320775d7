-- ==
-- input { 1 } output { 2 }
-- input { 2 } error: [Hh]ole
def main (x: i32) : i32 = match x case 1 -> 2 case _ -> ???
