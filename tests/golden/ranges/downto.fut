-- ==
-- input { 5 2 } output { [5, 4, 3] }
-- input { 2 2 } output { empty([0]i32) }
-- input { 1 2 } error: Range 1\.\.>2 is invalid
def main (a: i32) (b: i32) = a..>b
