-- ==
-- error: :3:42-.*Duplicate module
module type t = { val n : i32     module n : { val x : i32 } }
