-- ==
-- input { 2i64 } output { [0, 0, 7] [false, false, true] }
def main (i: i64) =
  let a = replicate 3 (0, false)
  in unzip (a with [i] = (7, true))
