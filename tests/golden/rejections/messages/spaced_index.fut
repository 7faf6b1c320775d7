-- ==
-- error: an index stands right behind its array
def main (xs: []i32) = xs [0]
