-- The sizes of simple slices are known, so they need no coercion.
-- ==
-- input { [1, 2, 3, 4] } output { [1, 2] [4, 3, 2, 1] [2, 3] }
def main (xs: [4]i32) : ([2]i32, [4]i32, [3-1]i32) = (xs[:2], xs[::-1], xs[1:3])
