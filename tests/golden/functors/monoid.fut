-- ==
-- input { [1, 2, 3] } output { 6 3 [1, 3, 6] }
module type monoid = {
  type t
  val unit : t
  val op : t -> t -> t
}
module folds (m: monoid) = {
  def fold [n] (xs: [n]m.t) : m.t = reduce m.op m.unit xs
  def prefixes [n] (xs: [n]m.t) : [n]m.t = scan m.op m.unit xs
}
module sum = { type t = i32 def unit : t = 0 def op (a: t) (b: t) : t = a + b }
module greatest = { type t = i32 def unit : t = i32.lowest def op (a: t) (b: t) : t = i32.max a b }
module s = folds sum
module g = folds greatest
def main (xs: []i32) = (s.fold xs, g.fold xs, s.prefixes xs)
