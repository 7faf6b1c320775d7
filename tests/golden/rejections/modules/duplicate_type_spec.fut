-- ==
-- error: :3:32-.*Duplicate type
module type mt = { type t type t = i32 }
def main = 1
