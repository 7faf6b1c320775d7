-- ==
-- error: :3:34-34:.*Duplicate value "x"
module type F = {val x : i32 val x : i32} -> {}
