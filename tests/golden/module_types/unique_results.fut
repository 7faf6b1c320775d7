-- A unique result is also an ordinary one.
-- ==
-- input { [1, 2] } output { [2, 3] }
module type mt = { val f [n] : [n]i32 -> [n]i32 }
module m : mt = { def f [n] (xs: [n]i32) : *[n]i32 = map (+ 1) xs }
def main (xs: []i32) = m.f xs
