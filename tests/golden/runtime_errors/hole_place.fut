-- ==
-- input { 1 } error: :4:21-23
def main (x: i32) : i32 =
  if x > 0 then x + ??? else x
