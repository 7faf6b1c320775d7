-- ==
-- error: non-anonymous
module type m = { val f : ([]i32 -> i32) }
