-- ==
-- input { 2i64 } output { [7i32, 7i32, 7i32, 7i32, 7i32] }
def longer (a: i64) : i64 -> []i32 = let (k, _) = (a, 2i32) in \n -> replicate (n + k) 7
entry main (a: i64) = longer a 3
