-- ==
-- error: is an argument missing
def add (x: i32) (y: i32) = x + y
def main (x: i32) = add x + 1
