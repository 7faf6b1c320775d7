-- A local function sees what surrounds it.
-- ==
-- input { 3 } output { 13 23 }
def main (x: i32) =
  let k = 10
  let f y = x + k * y
  in (f 1, f 2)
