-- A built-in operator may be given a new meaning.
-- ==
-- input { 7 2 } output { 5 9 }
module m = {
  def (+) (a: i32) (b: i32) = a - b
}
def main (a: i32) (b: i32) = (m.(a + b), a + b)
