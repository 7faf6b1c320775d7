-- ==
-- error: :3:21-.*Unknown name
def main (x: f32) = f32.clz x
