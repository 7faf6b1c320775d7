-- ==
-- error: :3:36-.*Duplicate value
module type mt = { val x : i32 val x : i64 }
def main = 1
