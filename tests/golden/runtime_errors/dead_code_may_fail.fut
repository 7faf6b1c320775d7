-- What is computed but not used may fail or not; what is used fails.
-- ==
-- input { 0 } error: [Dd]ivision by zero
def main (x: i32) =
  let y = 1 / x
  in y
