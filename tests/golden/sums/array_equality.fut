-- ==
-- input { [1, 2] } output { true false }
type t = #a i32 | #b
def f (x: i32) : t = if x > 1 then #a x else #b
def main (xs: []i32) = (map f xs == map f xs, map f xs == map (\_ -> f 1) xs)
