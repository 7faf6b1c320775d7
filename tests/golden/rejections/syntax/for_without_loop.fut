-- ==
-- error: A loop begins with 'loop'
def main (n: i32) = for i < n do i
