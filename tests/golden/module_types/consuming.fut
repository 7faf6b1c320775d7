-- ==
-- input { [1, 2] } output { [9, 2] }
module type mt = { val set [n] : *[n]i32 -> *[n]i32 }
module m : mt = { def set [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 9 }
def main (xs: []i32) = m.set (copy xs)
