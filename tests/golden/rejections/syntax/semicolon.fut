-- ==
-- error: is needed
def main (x: i32) = x;
