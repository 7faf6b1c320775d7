-- :> binds loosest: what it coerces is all of xs ++ ys.
-- ==
-- input { [1] [2, 3] } output { [1, 2, 3] }
def main (xs: []i32) (ys: []i32) = xs ++ ys :> [3]i32
