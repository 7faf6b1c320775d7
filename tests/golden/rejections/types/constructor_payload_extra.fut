-- ==
-- error: :4:28-.*Expression does not have expected type from type ascription
type t = #a i32 | #b
def main (x: i32) = match (#a x x : t) case #a y -> y case #b -> x
