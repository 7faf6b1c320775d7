-- ==
-- error: :6:29-.*Cannot apply
type t = #a | #b
type u = #a | #b | #c
def f (x: u) : u = x
def main (x: i32) = match f (#a : t) case #a -> 1 case #b -> 2 case #c -> 3
