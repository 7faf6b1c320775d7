-- ==
-- error: :3:29-.*Start of range
def main (x: f32) = length (x...2)
