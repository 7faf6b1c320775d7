-- Every pair is covered, though no case covers all by itself.
-- ==
-- input { 0 } output { [0, 1, 2] }
def main (_: i32) =
  let f (p: (bool, #x | #y)) =
    match p
    case (true, #x) -> 0
    case (false, _) -> 1
    case (_, #y) -> 2
  in [f (true, #x), f (false, #x), f (true, #y)]
