-- What a file imports is not what it gives: square comes from here.
-- ==
-- input { 3 } output { -3 82 }
def square (x: i32) = -x
import "lib/fourth"
def main (x: i32) = (square x, fourth_plus_one x)
