-- Several wildcards in one pattern; what they stand for is still computed.
-- ==
-- input { 5 } output { 5 }
def main (x: i32) =
  let (_, y, _) = (1, x, 2)
  let _ = y
  in y
