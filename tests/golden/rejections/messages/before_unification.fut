-- ==
-- error: Expected: +#a i32 \| #b.*Actual: +#a bool
type t = #a i32 | #b
def main (b: bool) = match (#a b : t) case #a x -> x case #b -> 2
