-- A variable's name alone is a field of that name.
-- ==
-- input { 1 2 } output { 2 1 }
def main (x: i32) (y: i32) =
  let r = {x, y}
  let {x = y', y = x'} = r
  in (x', y')
