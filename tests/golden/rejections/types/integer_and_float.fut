-- ==
-- error: :3:34-.*Cannot apply
def main (x: i32) (y: f32) = x * y
