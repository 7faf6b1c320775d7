-- The body extends as far to the right as possible.
-- ==
-- input { 2 } output { 15 }
def main (n: i32) = loop s = 3 for _i < n do s + 1 |> (* 1) |> (\x -> x + 5)
