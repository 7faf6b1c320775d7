-- ==
-- error: :3:44-.*Consuming variable
def main (xss: [][2]i32) = reduce (\a b -> a with [0] = b[0]) [0, 0] xss
