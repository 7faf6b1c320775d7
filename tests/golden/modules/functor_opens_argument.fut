-- ==
-- input { 1 } output { 21 5 }
module type num = { val k : i32 val l : i32 }
module f (n: num) = {
  open n
  def k2 = k + k
  def l : i32 = 5
}
module m = f { def k : i32 = 10 def l : i32 = 1 }
def main (x: i32) = (x + m.k2, m.l)
