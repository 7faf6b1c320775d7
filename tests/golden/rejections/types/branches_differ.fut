-- ==
-- error: :3:22-.*Branches of if differ in type
def main (c: bool) = if c then 1i32 else 2.0f32
