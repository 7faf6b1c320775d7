-- The binary format: b, version 2, the rank, the type, the lengths, the elements.
-- ==
-- input @ data/binary.in
-- output { [1, 256, -1] 2.5 true }
def main (xs: []i32) (y: f64) (c: bool) = (xs, y, c)
