-- ==
-- error: the parts of a tuple
def main (x: (i32, i32)) = fst x
