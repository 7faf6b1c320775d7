-- Constructors take all of their payload.
-- ==
-- error: :5:28-.*Expression does not have expected type from type ascription
type t = #a i32 | #b
def main (x: i32) = match (#a : t) case #a y -> y case #b -> x
