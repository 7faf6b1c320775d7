-- ==
-- input { 1 2 } output { true false true }
def main (x: i32) (y: i32) =
  ({x, y} == {x, y}, {x, y} == {x = y, y = x}, {x, y} != {x = y, y = x})
