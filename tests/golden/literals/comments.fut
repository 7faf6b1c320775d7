-- A comment ends with its line -- nothing else ends it: "-- this" is still one.
-- ==
-- input { 4 } output { 5 }

-- | A documentation comment.
def main (x: i32) = -- of one
  x + -- and
  1
