-- A size parameter has to be used.
-- ==
-- error: unused

def main [n] (x: i64) = x + n
