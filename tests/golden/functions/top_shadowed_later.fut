-- A later definition of a name does not change earlier uses.
-- ==
-- input { } output { 1 2 }
def a : i32 = 1
def get_a () = a
module later = {
  def a : i32 = 2
}
def main = (get_a (), later.a)
