-- A value of an abstract type is no function, even if the type is applied to one.
-- ==
-- entry: argument bound
-- input { [1i64, 2i64, 3i64] } output { 6i64 }
-- ==
-- entry: fresh
-- input { [1i64, 2i64, 3i64] } output { 4i64 }
module m: {
  type^ t '^a
  val make: *[3]i64 -> t (i64 -> i64)
  val use '^a: t a -> i64
  val wrap '^a: a -> *t a
} = {
  type^ t '^a = [3]i64
  def make (x: *[3]i64) : t (i64 -> i64) = x with [0] = 1
  def use '^a (x: t a) = i64.sum x
  def wrap '^a (_: a) : *t a = [1, 1, 2]
}
entry argument (x: *[3]i64) = m.use (m.make x)
entry bound (x: *[3]i64) = let v = m.make x in m.use v

def wrapped (n: i64) = m.wrap (\i -> n + i)
def with_own (f: i64 -> *m.t (i64 -> i64)) = m.use (f 1)
entry fresh (_: [3]i64) = with_own wrapped
