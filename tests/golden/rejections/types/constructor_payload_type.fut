-- ==
-- error: :4:29-.*Expression does not have expected type from type ascription
type t = #a i32 | #b
def main (b: bool) = match (#a b : t) case #a x -> x case #b -> 2
