-- The trace names the file.
-- ==
-- input { [5] } error: second[.]fut:1:26-30
-- input { [5, 6] } output { 6 }
import "lib/second"
def main (xs: []i32) = second xs
