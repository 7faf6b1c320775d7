-- ==
-- error: Cannot apply "g" to[^$]*Sizes "d" and "3" do not match
def g (h: #a (i64 -> [3]i32)) = match h case #a k -> k 2
def f [n] (xs: [n]i32) = g (#a (\_ -> filter (> 1) xs))
