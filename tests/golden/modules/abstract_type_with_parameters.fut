-- ==
-- input { [1, 2] } output { [2, 3] 2i64 }
module type container = {
  type t [n] 'a
  val wrap [n] 'a : [n]a -> t [n] a
  val unwrap [n] 'a : t [n] a -> [n]a
  val fmap [n] 'a 'b : (a -> b) -> t [n] a -> t [n] b
}
module c : container = {
  type t [n] 'a = {elems: [n]a, count: i64}
  def wrap [n] 'a (xs: [n]a) : t [n] a = {elems = xs, count = n}
  def unwrap [n] 'a (x: t [n] a) : [n]a = x.elems
  def fmap [n] 'a 'b (f: a -> b) (x: t [n] a) : t [n] b = {elems = map f x.elems, count = x.count}
}
def main [n] (xs: [n]i32) : ([n]i32, i64) =
  let ys = c.unwrap (c.fmap (+ 1) (c.wrap xs))
  in (ys, length ys)
