-- ==
-- input { 2 5 } output { [2, 3, 4] }
-- input { 5 5 } output { empty([0]i32) }
-- input { 5 4 } error: Range 5\.\.<4 is invalid
-- input { -2 1 } output { [-2, -1, 0] }
def main (a: i32) (b: i32) = a..<b
