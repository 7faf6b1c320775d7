-- The first array is not as long as what is made of the second one.
-- ==
-- input { true [1i64, 2i64, 3i64] [5i64] } output { [1i64, 2i64, 3i64] [1i64, 2i64, 3i64] }
-- input { false [1i64, 2i64, 3i64] [5i64] } output { [5i64, 5i64] [5i64, 1i64] }
def pick (b: bool) (xs: []i64) (zs: []i64) = if b then xs else zs ++ zs
def pick' b xs zs = if b then xs else zs ++ [1i64]
entry main (b: bool) (xs: []i64) (zs: []i64) = (pick b xs zs, pick' b xs zs)
