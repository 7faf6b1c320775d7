-- A number too large for its type has wrapped before it is an index.
-- ==
-- input { 200i32 } error: Index \[-56\] out of bounds
-- input { 257i32 } output { 6 }
def main (i: i32) = [5, 6][i8.i32 i]
