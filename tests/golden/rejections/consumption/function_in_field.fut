-- ==
-- error: :5:53-.*incompatible regarding consuming
def clear (xs: *[]i64) : *[]i64 = xs with [0] = 1
def main (xs: *[]i64) = let r = {g = \(ys: []i64) -> ys, n = 1i64}
  let r2 : {g: []i64 -> []i64, n: i64} = r with g = clear
  in r2.g xs
