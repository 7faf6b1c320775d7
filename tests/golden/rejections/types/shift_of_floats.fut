-- ==
-- error: :3:21-.*Cannot apply
def main (a: f32) = a << 1
