-- Nothing in the result shows how long the arrays are that the function takes.
-- ==
-- error: Cannot generalise
def zipper (n: i64) =
  let (m, _) = (n + 1, true)
  in zip (iota m)
def main = zipper 2 [1, 2, 3]
