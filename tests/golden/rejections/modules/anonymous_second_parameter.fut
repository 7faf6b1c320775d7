-- ==
-- error: :3:34-.*non-anonymous
module type m = { val f : i32 -> []i32 -> i32 }
