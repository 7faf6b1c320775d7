-- An argument that binds names cannot be a size; the result has an unknown one.
-- ==
-- input { 3i64 } output { [7, 7, 7, 7] 4i64 }
def main (n: i64) =
  let xs = replicate (let k = n + 1 in k) 7
  in (xs, length xs)
