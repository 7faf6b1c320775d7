-- Both halves of a replicated row are arrays of their own.
-- ==
-- input { [1, 2] } output { [[9, 2], [1, 2]] }
def main (row: []i32) =
  let a = replicate 2 row
  in a with [0, 0] = 9
