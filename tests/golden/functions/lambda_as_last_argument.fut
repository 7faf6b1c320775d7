-- A lambda may be the last argument without parentheses; its body extends to the end.
-- ==
-- input { [1, 2] } output { [3, 5] }
def apply_to 'a 'b (x: a) (f: a -> b) : b = f x
def main (xs: [2]i32) = apply_to xs \ys -> map (\y -> y * 2) ys |> map (+ 1)
