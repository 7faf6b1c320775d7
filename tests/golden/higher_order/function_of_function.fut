-- ==
-- input { 4 } output { 7 }
def apply_all (fs: (i32 -> i32, i32 -> i32)) (x: i32) = fs.0 x + fs.1 x
def main (x: i32) = apply_all ((+ 1), (\y -> y / 2)) x
