-- ==
-- input { [1, 2, 3] } output { 6 [2, 3, 4] }
module type vecs = {
  type v [n]
  val from [n] : [n]i32 -> v [n]
  val to [n] : v [n] -> [n]i32
  val inc [n] : v [n] -> v [n]
}
module vecs : vecs = {
  type v [n] = {data: [n]i32}
  def from [n] (xs: [n]i32) : v [n] = {data = xs}
  def to [n] (v: v [n]) : [n]i32 = v.data
  def inc [n] (v: v [n]) : v [n] = {data = map (+ 1) v.data}
}
def main [n] (xs: [n]i32) =
  let v = vecs.from xs
  in (i32.sum (vecs.to v), map2 (\x y -> x * 0 + y) xs (vecs.to (vecs.inc v)))
