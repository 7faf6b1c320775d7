-- ==
-- error: has its own 'else'
def main (x: i32) = if x > 0 then 1 elif x < 0 then 2 else 3
