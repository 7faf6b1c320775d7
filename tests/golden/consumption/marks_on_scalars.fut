-- A mark on what holds no array says nothing.
-- ==
-- entry: function
-- input { 3i64 } output { 9i64 }
-- ==
-- entry: result
-- input { 3i64 } output { 4i64 }
-- ==
-- entry: member
-- input { 3i64 } output { 8i64 }
def square (x: *i64) = x * x
def on (f: i64 -> i64) (x: i64) = f x
entry function (x: i64) = on square x

def fresh (f: i64 -> *i64) (x: i64) = f x
def next (x: i64) : i64 = x + 1
entry result (x: i64) = fresh next x

module m: { type t val make : i64 -> *t val get : t -> i64 } = {
  type t = {a: i64}
  def make (x: i64) : t = {a = x + 5}
  def get (x: *t) : i64 = x.a
}
entry member (x: i64) = m.get (m.make x)
