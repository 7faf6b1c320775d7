-- ==
-- input { 3 } output { 3 0 }
module opt = {
  type t = #some i32 | #none
  def some (x: i32) : t = #some x
  def get (d: i32) (v: t) = match v case #some x -> x case #none -> d
}
def main (x: i32) = (opt.get 0 (opt.some x), opt.get 0 #none)
