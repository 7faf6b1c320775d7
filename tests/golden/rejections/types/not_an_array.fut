-- ==
-- error: :3:21-.*Cannot index into value of type
def main (x: i32) = x[0]
