-- ==
-- error: it is defined after this, at 4:5
def main (x: i32) = next x
def next (x: i32) = x + 1
