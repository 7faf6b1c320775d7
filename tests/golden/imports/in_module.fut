-- ==
-- input { 3 } output { 27 }
module m = {
  open import "lib/square"
}
def main (x: i32) = m.cube x
