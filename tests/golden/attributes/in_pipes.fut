-- ==
-- input { [1, 2] } output { [4, 5] }
def main (xs: []i32) = xs |> (#[sequential] map (+ 1)) |> map (+ 2)
