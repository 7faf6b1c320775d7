-- ==
-- error: :3:24-.*non-anonymous
module type m = { val  xs : []i32 }
