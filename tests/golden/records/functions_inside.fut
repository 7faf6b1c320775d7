-- A record may hold functions.
-- ==
-- input { 3 } output { 4 9 }
def main (x: i32) =
  let ops = {inc = \y -> y + 1, sq = \y -> y * y}
  in (ops.inc x, ops.sq x)
