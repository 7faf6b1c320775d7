-- ==
-- error: A loop counts up from 0
def main (n: i32) = loop x = 0 for i = 0 < n do x + i
