-- ==
-- error: :3:33-34:.*Anonymous sizes
module type F = {} -> {val f : ([]i32) -> i32}
