-- ==
-- input { 41 } output { 42 }
import "ad"
def main (x: i32) = grad x
