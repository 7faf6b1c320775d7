-- (.[i:j]) is the function that slices.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[2, 3], [5, 6]] }
def main (xs: [2][3]i32) = map (.[1:3]) xs
