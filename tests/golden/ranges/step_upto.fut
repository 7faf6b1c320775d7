-- ==
-- input { 0 2 7 } output { [0, 2, 4, 6] }
-- input { 0 2 6 } output { [0, 2, 4] }
-- input { 1 2 1 } output { empty([0]i32) }
-- input { 0 100 7 } output { [0] }
-- input { 5 4 1 } error: Range 5\.\.4\.\.<1 is invalid
-- input { 1 1 5 } error: Range 1\.\.1\.\.<5 is invalid
-- input { 1 2 0 } error: Range 1\.\.2\.\.<0 is invalid
def main (a: i32) (s: i32) (b: i32) = a..s..<b
