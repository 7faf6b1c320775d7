-- A lambda's result may have its argument as its size, where a type parameter takes any.
-- ==
-- input { 3i64 } output { 3i64 [0i64, 1i64, 2i64] }
def main (n: i64) = (length (n |> (\k -> iota k)), n |> (\k -> iota k))
