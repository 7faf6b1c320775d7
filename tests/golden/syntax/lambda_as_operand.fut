-- ==
-- input { 3 } output { 8 8 9 }
def main (x: i32) =
  ( x |> \y -> y + 5
  , (\y -> y + 5) <| x
  , x |> (\y -> y + 5) |> \y -> y + 1
  )
