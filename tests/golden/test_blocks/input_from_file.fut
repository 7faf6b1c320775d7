-- Values from a file, relative to the program.
-- ==
-- input @ data/three.in
-- output { 6 }
def main (xs: []i32) = i32.sum xs
