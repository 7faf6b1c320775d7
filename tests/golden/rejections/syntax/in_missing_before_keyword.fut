-- ==
-- error: is an 'in' missing
def main (n: i32) = let x = 0 loop x for i < n do x + i
