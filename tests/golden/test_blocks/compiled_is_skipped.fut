-- Cases for compiled code are left out, even when they could not pass.
-- ==
-- input { 1 } output { 2 }
-- compiled input { 1 } output { 3 }
def main (x: i32) = x + 1
