-- ==
-- error: :3:55-.*"i"
def main (n: i32) = (loop s = 0 for i < n do s + i) + i
