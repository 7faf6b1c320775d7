-- ==
-- error: :4:28-.*Expression does not have expected type from type ascription
type t = #a | #b
def main (x: i32) = match (#c : t) case #a -> 1 case #b -> 2
