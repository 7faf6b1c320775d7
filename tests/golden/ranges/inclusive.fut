-- A single number is the shortest range: 1...0 is an error, not empty.
-- ==
-- input { 2 5 } output { [2, 3, 4, 5] }
-- input { 5 5 } output { [5] }
-- input { 5 4 } error: Range 5\.\.\.4 is invalid
def main (a: i32) (b: i32) = a...b
