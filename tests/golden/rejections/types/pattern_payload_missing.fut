-- ==
-- error: :4:43-.*Pattern
type t = #a i32 | #b
def main (x: i32) = match (#a x : t) case #a -> 1 case #b -> 2
