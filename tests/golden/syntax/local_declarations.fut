-- Everything may be local.
-- ==
-- input { 1 } output { 11 }
module m = {
  local type t = i32
  local module n = { def k : t = 10 }
  local module type mt = { val k : t }
  local open n
  local module o : mt = n
  def f (x: t) : t = x + k + o.k - n.k
}
def main (x: i32) = m.f x
