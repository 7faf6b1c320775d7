-- ==
-- error: :3:28-.*Cannot index into value of type
def main (x: i32) = x with [0] = 1
