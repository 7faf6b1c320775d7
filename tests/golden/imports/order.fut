-- An import may stand between other declarations.
-- ==
-- input { 3 } output { 10 }
def one : i32 = 1
import "lib/square"
def main (x: i32) = square x + one
