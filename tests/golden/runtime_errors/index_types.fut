-- An index of a narrow type is shown as it is.
-- ==
-- input { -1i8 } error: Index \[-1\] out of bounds for array of shape \[2\]
-- input { 127i8 } error: Index \[127\] out of bounds for array of shape \[2\]
-- input { 1i8 } output { 6 }
def main (i: i8) = [5, 6][i]
