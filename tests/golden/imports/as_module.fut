-- ==
-- input { 3 } output { 9 27 }
module sq = import "lib/square"
def main (x: i32) = (sq.square x, sq.cube x)
