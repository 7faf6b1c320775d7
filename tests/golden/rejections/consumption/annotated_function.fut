-- ==
-- error: :4:29-.*incompatible regarding consuming
def clear (xs: *[]i64) : *[]i64 = xs with [0] = 1
def main (xs: *[]i64) = let g : []i64 -> []i64 = clear in g xs
