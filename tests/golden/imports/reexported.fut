-- open import passes names on.
-- ==
-- input { 3 } output { 27 5 }
import "lib/all"
def main (x: i32) = (cube x, five)
