-- Operators that begin with |> or <| bind like them.
-- ==
-- input { 3 } output { 8 }
def (|>+) (x: i32) (f: i32 -> i32) = f (x + 1)
def main (x: i32) = x |>+ (\y -> y * 2) |> (+ 0)
