-- ==
-- error: :3:6-.*Size parameter
type t [n] = i32
def main (x: i32) = x
