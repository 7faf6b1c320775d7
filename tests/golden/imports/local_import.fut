-- ==
-- input { 3 } output { 9 }
local import "lib/square"
def main (x: i32) = square x
