-- The sizes of the parts come from where they go.
-- ==
-- input { [1, 2, 3, 4, 5] } output { [1, 2] [3, 4, 5] }
def main (xs: [5]i32) : ([2]i32, [3]i32) = split (xs :> [2 + 3]i32)
