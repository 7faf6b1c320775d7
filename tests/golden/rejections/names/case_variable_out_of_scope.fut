-- ==
-- error: :3:39-.*"y"
def main (x: i32) = match x case 0 -> y case y -> y
