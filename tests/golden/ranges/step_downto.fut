-- ==
-- input { 6 4 0 } output { [6, 4, 2] }
-- input { 6 4 -1 } output { [6, 4, 2, 0] }
-- input { 3 2 3 } output { empty([0]i32) }
-- input { 6 7 0 } error: Range 6\.\.7\.\.>0 is invalid
-- input { 0 -1 5 } error: Range 0\.\.-1\.\.>5 is invalid
def main (a: i32) (s: i32) (b: i32) = a..s..>b
