-- Files import others, relative to themselves.
-- ==
-- input { 3 } output { 82 }
import "lib/fourth"
def main (x: i32) = fourth_plus_one x
