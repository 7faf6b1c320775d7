-- ==
-- error: :4:34-.*type ascription[^$]*incompatible regarding consuming
def clear (xs: *[]i64) : *[]i64 = xs with [0] = 1
def main (xs: *[]i64) = let g = (clear : []i64 -> []i64) in g xs
