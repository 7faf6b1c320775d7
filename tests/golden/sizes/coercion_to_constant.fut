-- ==
-- input { [1, 2, 3] } output { 6 }
-- input { [1, 2] } error: cannot match shape of type
def dot3 (xs: [3]i32) = xs[0] + xs[1] + xs[2]
def main (xs: []i32) = dot3 (xs :> [3]i32)
