-- Constants and functions of two instances do not mix.
-- ==
-- input { 1 } output { 11 101 10i64 100i64 }
module type num = { val k : i32 }
module f (n: num) = {
  def table = replicate (i64.i32 n.k) n.k
  def g (x: i32) = x + table[0]
}
module a = f { def k : i32 = 10 }
module b = f { def k : i32 = 100 }
def main (x: i32) = (a.g x, b.g x, length a.table, length b.table)
