-- ==
-- input { [1, -2, 3] } output { [1, 3] }
module type mt = { val keep [n] : [n]i32 -> ?[k].[k]i32 }
module m : mt = { def keep [n] (xs: [n]i32) : ?[k].[k]i32 = filter (> 0) xs }
def main (xs: []i32) = m.keep xs
