-- ==
-- input { 300i64 }
-- auto output
def main (n: i64) = iota n
