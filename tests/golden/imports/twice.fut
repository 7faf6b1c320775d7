-- One file imported twice is the same file.
-- ==
-- input { 3 } output { true }
module a = import "lib/square"
module b = import "lib/square"
def main (x: i32) = a.square x == b.square x
