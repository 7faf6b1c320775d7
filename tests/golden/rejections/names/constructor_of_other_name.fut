-- ==
-- error: :4:47-.*Pattern
type t = #a i32 | #b
def main (x: t) = match x case #a y -> y case #c -> 1
