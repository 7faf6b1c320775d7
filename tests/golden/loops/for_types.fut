-- The counter has the type of its bound.
-- ==
-- input { 3i8 4u8 5i64 } output { 3i8 6u8 10i64 }
def main (a: i8) (b: u8) (c: i64) =
  ( loop s = 0 for i < a do s + i
  , loop s = 0 for i < b do s + i
  , loop s = 0 for i < c do s + i )
