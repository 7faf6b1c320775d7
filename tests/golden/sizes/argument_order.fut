-- A later parameter may use the value of an earlier one as its size.
-- ==
-- input { 2i64 [1, 2] } output { 3 }
-- input { 3i64 [1, 2] } error: cannot match shape of type
def total (n: i64) (xs: [n]i32) = i32.sum xs
def main (n: i64) (xs: []i32) = total n (xs :> [n]i32)
