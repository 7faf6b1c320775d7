-- ==
-- input @ data/compressed.in.gz
-- output { 5050 }
def main (xs: []i32) = i32.sum xs
