-- Of the size that the module type leaves to the value, the value must do for any.
-- ==
-- error: :6:12-.*Module type specifies\s+val x \[d\]: \[d\]i32
module type S = { type~ t val x : t }
module f (m: S with t = []i32) = { def y : [3]i32 = m.x }
module q = f { type~ t = []i32 def x = [1i32, 2] }
