-- ==
-- error: if a then b else c
def main (x: i32) = x > 0 ? 1 : 2
