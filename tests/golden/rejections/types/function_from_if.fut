-- ==
-- error: :3:32-.*function
def main (c: bool) (x: i32) = (if c then (+ 1) else (+ 2)) x
