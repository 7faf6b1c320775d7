-- (.[i]) is the function that indexes.
-- ==
-- input { [[1, 2], [3, 4]] 1i64 } output { [2, 4] [3, 4] 2 }
def main (xs: [2][2]i32) (i: i64) = (map (.[i]) xs, xs |> (.[1]), xs |> (.[0, 1]))
