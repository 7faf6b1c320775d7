-- ==
-- error: :3:33-.*function
def main (x: i32) = replicate 2 (+ x)
