-- f -1 subtracts, f (-1) applies; spaces do not matter to an operator.
-- ==
-- input { 3 } output { 2 2 2 4 -3 }
def f (x: i32) = x + 1
def main (x: i32) =
  let g = x
  in (g -1, g-1, g - 1, g - -1, f (-1) - x)
