-- ==
-- error: :3:22-.*Cannot apply
def main (x: f32) = !x
