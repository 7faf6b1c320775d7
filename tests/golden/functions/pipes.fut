-- |> from left to right, <| from right to left; both looser than ||.
-- ==
-- input { 3 } output { 8 8 14 }
def main (x: i32) =
  (x |> (+ 1) |> (* 2), (* 2) <| (+ 1) <| x, (+ 4) <| x * 2 + 4)
