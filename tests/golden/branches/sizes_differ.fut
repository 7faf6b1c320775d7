-- Branches may give arrays of different sizes.
-- ==
-- input { true 2i64 } output { [0i64, 1i64] 2i64 }
-- input { false 2i64 } output { [0i64, 1i64, 2i64] 3i64 }
def main (c: bool) (n: i64) =
  let xs = if c then iota n else iota (n + 1)
  in (xs, length xs)
